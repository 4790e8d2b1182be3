// Real compilers leave every copy and comparison visible: a call, or hooks in its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "compile/plan.h"
#include "workshop.h"

namespace heddle::compile {
namespace {

constexpr const char* kSource = R"(
#include <algorithm>
#include <cstring>
char a[64], b[64];
struct S { char c[40]; } s, t;
template <int, int n> struct Comma { static const int size = n; };
extern "C" {
void copy_block() { std::memcpy(a, b, 40); }
void copy_word() { std::memcpy(a, b, 8); }
void move_block() { std::memmove(a, b, 24); }
void set_block() { std::memset(a, 0, 32); }
bool compare_block() { return std::memcmp(a, b, 16) == 0; }
void copy_text() { std::strcpy(a, "hello"); }
void append_text() { std::strcat(a, "hello"); }
bool compare_text() { return std::strcmp(a, "x") == 0; }
void copy_range() { std::copy(a, a + 24, b); }
void copy_range_backward() { std::copy_backward(a, a + 24, b + 48); }
void fill_range() { std::fill(a, a + 24, 'x'); }
void comma_in_an_argument() { __builtin_memcpy(a, b, Comma<1, 24>::size); }
void assign_struct() { s = t; }
}
)";
constexpr const char* kFunctions[] = {"copy_block",          "copy_word",     "move_block",
                                      "set_block",           "compare_block", "copy_text",
                                      "append_text",         "compare_text",  "copy_range",
                                      "copy_range_backward", "fill_range",    "comma_in_an_argument",
                                      "assign_struct"};

class MemoryCalls : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    // The others are in scripts/packages.txt.
    if (GetParam() == std::string("clang++-14") && !is_installed(GetParam()))
      GTEST_SKIP() << "clang++-14 is not installed";
    workshop_.set_variable("HEDDLE_CXX", GetParam());
  }
  Workshop workshop_;
};

TEST_P(MemoryCalls, AreVisible) {
  const std::regex visible("\\b(callq?|bl|jmp|b)\\s+(mem|bcmp|str|__tsan_(mem|read|write|unaligned))");
  workshop_.write("a.cc", kSource);
  for (const std::string level : {"-O1", "-O2"}) {
    const Outcome built = workshop_.cxx({level, "-g0", "-S", "a.cc", "-o", "a.s"});
    ASSERT_EQ(built.status, 0) << built.err;
    const std::string assembly = workshop_.read("a.s");
    for (const std::string function : kFunctions) {
      const std::size_t start = assembly.find("\n" + function + ":");
      ASSERT_NE(start, std::string::npos) << function;
      const std::string text = assembly.substr(start, assembly.find(".cfi_endproc", start) - start);
      EXPECT_TRUE(std::regex_search(text, visible)) << level << text;
    }
  }
}

TEST_P(MemoryCalls, CostNoWarning) {
  workshop_.write("a.cc",
                  "#include <algorithm>\n#include <cstring>\n#include <string>\n#include <vector>\n#include "
                  "<iostream>\n#include <map>\n#include <deque>\n"
                  "char a[64], b[64];\n"
                  "std::string f(std::vector<int> v) {\n"
                  "  std::copy(a, a + 24, b);\n"
                  "  std::fill(v.begin(), v.end(), 1);\n"
                  "  return std::string(a) + b;\n"
                  "}\n");
  const std::vector<std::string> standards =
      HEDDLE_FULL_TESTS ? std::vector<std::string>{"-std=c++98", "-std=c++11", "-std=c++17", "-std=c++20"}
                        : std::vector<std::string>{"-std=c++98", "-std=c++20"};
  for (const std::string& standard : standards) {
    const Outcome built = workshop_.cxx(
        {standard, "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-O2", "-c", "a.cc"});
    EXPECT_EQ(built.status, 0) << standard << built.err;
    EXPECT_EQ(built.err, "") << standard;
  }
}

INSTANTIATE_TEST_SUITE_P(Compilers, MemoryCalls, testing::Values("g++", "clang++-14", "clang++-19"),
                         [](const auto& test) {
                           return std::regex_replace(std::string(test.param), std::regex("[^a-z0-9]"), "_");
                         });

}  // namespace
}  // namespace heddle::compile
