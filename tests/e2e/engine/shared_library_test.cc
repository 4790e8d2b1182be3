// Shared libraries: instrumented ones, linked or loaded at run time, are explored like the program; others
// are named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class SharedLibrary : public ::testing::Test {
 protected:
  static std::string source(const std::string& name) {
    return std::string(HEDDLE_TEST_SOURCES) + "/programs/shared/" + name;
  }

  void build(const std::vector<std::string>& arguments) const {
    const Outcome built = workplace_.run_heddle(arguments);
    ASSERT_EQ(built.status, 0) << describe(built);
  }
  void build_library() const {
    build({"c++", "-std=c++20", "-shared", "-fPIC", source("library.cc"), "-o", "libcounter.so"});
  }
  void build_plain_library() const {
    const Outcome built = run({{"c++", "-std=c++20", "-shared", "-fPIC", "-g", source("library.cc"), "-o",
                                workplace_.path("libcounter.so")}});
    ASSERT_EQ(built.status, 0) << describe(built);
  }
  void build_linked() const {
    build(
        {"c++", "-std=c++20", source("linked.cc"), "-L.", "-lcounter", "-Wl,-rpath,$ORIGIN", "-o", "linked"});
  }
  void build_loaded() const { build({"c++", "-std=c++20", source("loaded.cc"), "-o", "loaded"}); }

  Outcome search(const std::vector<std::string>& program, const std::string& executions) const {
    std::vector<std::string> arguments = {"run", "--executions", executions, "--"};
    arguments.insert(arguments.end(), program.begin(), program.end());
    return workplace_.run_heddle(arguments);
  }

  // The lost update is found, the step that loses it is sited in the library, and it fails again when
  // replayed.
  void expect_bug_in_library(const std::vector<std::string>& program) const {
    const Outcome found = search(program, "2000");
    ASSERT_EQ(found.status, 1) << describe(found);
    const Json bug = workplace_.results().at("bugs").at(0);
    EXPECT_EQ(bug.at("kind"), "assertion");
    EXPECT_EQ(bug.at("stable"), true) << describe(found);
    EXPECT_THAT(workplace_.read("heddle-out/bug-1.schedule"), HasSubstr("library.cc:13"));
    EXPECT_THAT(found.out, Not(HasSubstr("not instrumented")));
    const Outcome replay = workplace_.run_heddle({"replay", "--repeat", "3", "heddle-out/bug-1.schedule"});
    EXPECT_EQ(replay.status, 1) << describe(replay);
    EXPECT_THAT(replay.out, HasSubstr("3 of 3 replays were identical"));
  }

  void expect_no_bug(const std::vector<std::string>& program) const {
    const Outcome found = search(program, "300");
    EXPECT_EQ(found.status, 0) << describe(found);
    EXPECT_EQ(workplace_.results().at("not_instrumented"), Json::array());
  }

  const Workplace workplace_;
};

TEST_F(SharedLibrary, LinkedIsExploredLikeTheProgram) {
  build_library();
  build_linked();
  expect_bug_in_library({"./linked"});
  expect_no_bug({"./linked", "locked"});
}

TEST_F(SharedLibrary, LoadedAtRunTimeIsExploredLikeTheProgram) {
  build_library();
  build_loaded();
  expect_bug_in_library({"./loaded", "./libcounter.so"});
  expect_no_bug({"./loaded", "./libcounter.so", "locked"});
}

#if defined(__aarch64__)
// How large a frame was at a call says nothing about the next time if it has alloca. The user's lines are
// behind it.
TEST_F(SharedLibrary, FramesOfItsFunctionsMayHaveAnySize) {
  const Outcome built =
      run({{"cc", "-O1", "-shared", "-fPIC", source("room.c"), "-o", workplace_.path("libroom.so")}});
  ASSERT_EQ(built.status, 0) << describe(built);
  build({"c++", "-g", source("roomy.cc"), "-L.", "-lroom", "-Wl,-rpath,$ORIGIN", "-o", "roomy"});
  const Outcome found = search({"./roomy"}, "10");
  ASSERT_EQ(found.status, 1) << describe(found);
  const std::string schedule = workplace_.read("heddle-out/bug-1.schedule");
  for (const char* line : {"roomy.cc:8", "roomy.cc:9"}) EXPECT_THAT(schedule, HasSubstr(line));
  EXPECT_THAT(found.out, HasSubstr("roomy.cc:10"));
}
#endif

TEST_F(SharedLibrary, WithoutInstrumentationIsNamedInTheSummary) {
  build_plain_library();
  build_linked();
  build_loaded();
  for (const std::vector<std::string>& program :
       {std::vector<std::string>{"./linked", "locked"},
        std::vector<std::string>{"./loaded", "./libcounter.so", "locked"}}) {
    const Outcome found = search(program, "100");
    EXPECT_EQ(found.status, 0) << describe(found);
    EXPECT_THAT(found.out,
                HasSubstr("Note: not instrumented: libcounter.so; only its synchronisation was seen."));
    EXPECT_EQ(workplace_.results().at("not_instrumented"), Json::array({"libcounter.so"}));
  }
}

}  // namespace
}  // namespace heddle::e2e
