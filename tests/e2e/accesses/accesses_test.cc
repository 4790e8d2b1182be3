// Every way to write an access down is seen: a race in each shape of access_shapes.cc and access_shapes_c.c
// is found, and none under a lock. What a compiler hides is listed here with its reason; a shape that is
// listed and found is a mistake, too.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "support/workplace.h"

namespace heddle::e2e {

namespace {

struct Build {
  std::string language;
  std::string compiler;
  std::string level;

  std::string program() const {
    return std::string(HEDDLE_TEST_PROGRAMS) + "/accesses/" + language + "-" + compiler + "-" + level;
  }
  std::string name() const { return language + "_" + compiler + "_" + level; }
};

std::vector<Build> builds() {
  const std::vector<std::string> levels =
      HEDDLE_FULL_TESTS ? std::vector<std::string>{"O0", "O1", "O2"} : std::vector<std::string>{"O1"};
  std::vector<Build> all;
  for (const char* language : {"cxx", "c"})
    for (const char* compiler : {"gxx", "clangxx"})
      for (const std::string& level : levels) all.push_back({language, compiler, level});
  return all;
}

std::vector<std::string> shapes_of(const Build& build) {
  std::istringstream lines(run({.words = {build.program()}}).out);
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) names.push_back(line);
  return names;
}

// What clang's thread instrumentation leaves out.
constexpr const char* kAssembly = "no hook for the memory operands of asm";
constexpr const char* kUnusualSize = "no hook for loads and stores of 3, 5 or more than 16 bytes";

struct Hidden {
  const char* levels;
  const char* reason;
};
const std::map<std::string, Hidden> kHiddenByClang = {
    {"asm_output", {"O0 O1 O2", kAssembly}},
    {"asm_input", {"O0 O1 O2", kAssembly}},
    {"asm_both", {"O0 O1 O2", kAssembly}},
    {"asm_struct", {"O0 O1 O2", kAssembly}},
    {"c_asm_output", {"O0 O1 O2", kAssembly}},
    {"c_asm_array", {"O0 O1 O2", kAssembly}},
    {"c_asm_input", {"O0 O1 O2", kAssembly}},
    {"three_bytes_by_value", {"O1 O2", kUnusualSize}},
    {"five_bytes_by_value", {"O1 O2", kUnusualSize}},
    {"packed_by_value", {"O1 O2", kUnusualSize}},
    {"three_bytes_returned", {"O1 O2", kUnusualSize}},
    {"loop_over_an_array", {"O2", kUnusualSize}},
};

bool is_hidden(const Build& build, const std::string& shape) {
  if (build.compiler != "clangxx") return false;
  const auto found = kHiddenByClang.find(shape);
  return found != kHiddenByClang.end() &&
         std::string(found->second.levels).find(build.level) != std::string::npos;
}

class AccessShapes : public testing::TestWithParam<Build> {};

}  // namespace

TEST(AccessShapes, TableIsComplete) {
  EXPECT_GE(shapes_of(builds().front()).size() + shapes_of(builds().back()).size(), 150u);
}

TEST_P(AccessShapes, RacesAreFound) {
  for (const std::string& shape : shapes_of(GetParam())) {
    const Workplace workplace;
    const Outcome search =
        workplace.run_heddle({"run", "--quiet", "--executions", "60", "--", GetParam().program(), shape});
    const bool is_found = search.status == 1 && search.out.find("data race") != std::string::npos;
    EXPECT_NE(is_found, is_hidden(GetParam(), shape)) << shape << ": " << describe(search);
  }
}

TEST_P(AccessShapes, LocksAreSeen) {
  for (const std::string& shape : shapes_of(GetParam())) {
    const Workplace workplace;
    const Outcome search = workplace.run_heddle(
        {"run", "--quiet", "--executions", "40", "--", GetParam().program(), shape, "guarded"});
    EXPECT_EQ(search.status, 0) << shape << ": " << describe(search);
  }
}

INSTANTIATE_TEST_SUITE_P(Builds, AccessShapes, testing::ValuesIn(builds()),
                         [](const auto& each) { return each.param.name(); });

}  // namespace heddle::e2e
