// `heddle replay --near`: a schedule in the program as it is after an edit, and after its repair.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <regex>
#include <sstream>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

// The line that a function of the program begins with: "void increment() {".
const char* const kFunction = R"(^((?:void|int|bool|auto|long|static \w+) ([\w:]+)\([^;]*\)) \{$)";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// After each line that begins a function so many more.
std::string with_lines_in_functions(const std::string& source, const std::string& more) {
  std::string text;
  for (const std::string& line : lines_of(source)) {
    text += line + "\n";
    if (std::regex_match(line, std::regex(kFunction))) text += more;
  }
  return text;
}

std::string line_added(const std::string& source) {
  return "\n// Another comment.\n" +
         with_lines_in_functions(source, "  static thread_local int calls = 0;\n  ++calls;\n");
}

std::string statement_logged(const std::string& source) {
  return "#include <cstdio>\n" +
         with_lines_in_functions(source, "  std::fprintf(stderr, \"comes here\\n\");\n");
}

// void f() { all }: f() calls f_inner(), which has all of it. Empty: there is no such function.
std::string function_split(const std::string& source) {
  const std::regex begins(R"(^void (\w+)\(\) \{$)");
  std::string text;
  bool split = false;
  for (const std::string& line : lines_of(source)) {
    std::smatch name;
    const bool is_function = std::regex_match(line, name, begins);
    split = split || is_function;
    text += is_function ? "void " + name[1].str() + "_inner();\n" + line + " " + name[1].str() +
                              "_inner(); }\nvoid " + name[1].str() + "_inner() {\n"
                        : line + "\n";
  }
  return split ? text : std::string();
}

enum class Edit { kLine, kLog, kSplit };

struct Subject {
  const char* name;
  Edit edit;
};

std::string source_of(const std::string& name) {
  std::ifstream file(HEDDLE_TEST_SOURCES "/../programs/" + name + ".cc");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string edited(const Subject& subject) {
  const std::string source = source_of(subject.name);
  if (subject.edit == Edit::kLog) return statement_logged(source);
  if (subject.edit == Edit::kSplit)
    if (std::string split = function_split(source); !split.empty()) return split;
  return line_added(source);
}

void compile(const Workplace& here, const std::string& name, const std::string& source) {
  here.write(name + ".cc", source);
  const Outcome compiled = here.run_heddle(
      {"c++", "-g", "-std=c++20", "-w", "-I", HEDDLE_TEST_SOURCES "/../programs", name + ".cc", "-o", name});
  ASSERT_EQ(compiled.status, 0) << describe(compiled);
}

struct Followed {
  bool found_again = false;
  bool repair_is_gone = false;
  std::string words;
};

Followed follow(const Subject& subject) {
  const Workplace here;
  const std::string name = subject.name;
  compile(here, name, source_of(name));
  compile(here, "edited", edited(subject));
  compile(here, "repaired", source_of(name + "_fixed"));
  const Outcome found = here.run_heddle({"run", "--quiet", "--", "./" + name});
  if (found.status != 1) return {false, false, describe(found)};
  const auto near = [&](const std::string& program) {
    return here.run_heddle({"replay", "--near", "heddle-out/bug-1.schedule", "--", "./" + program});
  };
  const Outcome again = near("edited");
  const Outcome repaired = near("repaired");
  // 3: it cannot be followed, for the repair has other places.
  return {again.status == 1, repaired.status == 0 || repaired.status == 3,
          name + ": " + describe(again) + describe(repaired)};
}

class Near : public ::testing::TestWithParam<Subject> {};

TEST_P(Near, FindsTheBugAfterAnEditAndNotAfterItsRepair) {
  const Followed followed = follow(GetParam());
  EXPECT_TRUE(followed.found_again) << followed.words;
  EXPECT_TRUE(followed.repair_is_gone) << followed.words;
}

std::string name_of_subject(const ::testing::TestParamInfo<Subject>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Of, Near, ::testing::Values(Subject{"lost_update", Edit::kSplit}), name_of_subject);

#if HEDDLE_FULL_TESTS
// At least 18 of 20 within 100 executions; 19 were measured. What is lost is the livelock.
TEST(NearAll, OfTwentySubjects) {
  constexpr Subject kSubjects[] = {{"lost_update", Edit::kLine},
                                   {"torn_array", Edit::kLog},
                                   {"double_booking", Edit::kSplit},
                                   {"nested_threads", Edit::kLine},
                                   {"call_once_fast_path", Edit::kLog},
                                   {"thread_local_flush", Edit::kSplit},
                                   {"timed_lock_gives_up", Edit::kLine},
                                   {"wait_for_ignored", Edit::kLog},
                                   {"bounded_buffer", Edit::kSplit},
                                   {"lock_free_stack", Edit::kLine},
                                   {"overdraft", Edit::kLog},
                                   {"double_checked", Edit::kSplit},
                                   {"null_publication", Edit::kLine},
                                   {"lock_order", Edit::kLog},
                                   {"lock_triangle", Edit::kSplit},
                                   {"lost_wakeup", Edit::kLine},
                                   {"barrier_missing", Edit::kLog},
                                   {"map_unprotected", Edit::kSplit},
                                   {"partial_deadlock_exit", Edit::kLine},
                                   {"poll_missed_value", Edit::kLog}};
  unsigned found_again = 0;
  for (const Subject& subject : kSubjects) {
    const Followed followed = follow(subject);
    found_again += followed.found_again ? 1 : 0;
    EXPECT_TRUE(followed.repair_is_gone) << followed.words;
    if (!followed.found_again) std::cout << followed.words;
  }
  std::cout << found_again << " of " << std::size(kSubjects) << " found again\n";
  EXPECT_GE(found_again, 18u);
}
#endif

}  // namespace
}  // namespace heddle::e2e
