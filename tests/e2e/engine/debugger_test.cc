// heddle replay --gdb: gdb stops at the failure, with the line of the user's code selected that the report
// names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

// "lock_order.cc:15" of the last frame that gdb showed.
std::string selected_place(const std::string& text) {
  static const std::regex frame("#\\d+ +[^\\n]* at ([^\\n]*:\\d+)\\n");
  std::string place = "no frame";
  for (std::sregex_iterator each(text.begin(), text.end(), frame), end; each != end; ++each)
    place = fs::path((*each)[1].str()).filename().string();
  return place;
}

struct Case {
  const char* program;
  const char* configuration;
  const char* kind;
};

class Debugger : public ::testing::TestWithParam<Case> {};

TEST_P(Debugger, StopsAtTheUsersLine) {
  const Workplace workplace;
  const Case& given = GetParam();
  const Outcome search =
      workplace.run_heddle({"run", "--quiet", "--", program(given.program, given.configuration)});
  ASSERT_EQ(search.status, 1) << describe(search);
  const Json bug = workplace.results().at("bugs").at(0);
  ASSERT_EQ(bug.at("kind"), given.kind);
  const Outcome debugged = workplace.run_heddle(
      {"replay", "heddle-out/bug-1.schedule", "--gdb", "--", "-nx", "-batch", "-ex", "frame"});
  EXPECT_EQ(debugged.status, 1) << describe(debugged);
  EXPECT_THAT(debugged.out, HasSubstr(bug.at("message").get<std::string>()));
  const std::string place = fs::path(bug.at("site").get<std::string>()).filename().string();
  EXPECT_EQ(selected_place(debugged.out), place) << describe(debugged);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Debugger,
                         ::testing::Values(Case{"lost_update", "default", "assertion"},
                                           Case{"null_publication", "default", "crash"},
                                           Case{"lock_order", "default", "deadlock"},
                                           Case{"lost_wakeup", "default", "deadlock"},
                                           Case{"unlock_not_owner", "default", "lock-misuse"},
                                           Case{"worker_throws", "default", "uncaught-exception"},
                                           Case{"lock_order_c", "foreign", "deadlock"}),
                         [](const auto& tested) {
                           return std::string(tested.param.program) + "_" + tested.param.configuration;
                         });

TEST(DebuggerSession, ShowsTheCallerOfANullPointer) {
  const Workplace workplace;
  ASSERT_EQ(workplace.run_heddle({"run", "--quiet", "--", program("null_callback")}).status, 1);
  const Outcome debugged = workplace.run_heddle(
      {"replay", "heddle-out/bug-1.schedule", "--gdb", "--", "-nx", "-batch", "-ex", "bt"});
  EXPECT_THAT(debugged.out, HasSubstr("handler.load()();"));
  EXPECT_THAT(debugged.out, HasSubstr("#0  0x")) << "the caller is the innermost frame";
}

TEST(DebuggerSession, ShowsAllThreads) {
  const Workplace workplace;
  ASSERT_EQ(workplace.run_heddle({"run", "--quiet", "--", program("lock_order")}).status, 1);
  const Outcome debugged = workplace.run_heddle({"replay", "heddle-out/bug-1.schedule",
                                                 "--gdb",  "--",
                                                 "-nx",    "-batch",
                                                 "-ex",    "heddle threads",
                                                 "-ex",    "echo [main]\\n",
                                                 "-ex",    "heddle thread main",
                                                 "-ex",    "frame",
                                                 "-ex",    "echo [back]\\n",
                                                 "-ex",    "heddle back",
                                                 "-ex",    "frame",
                                                 "-ex",    "continue"});
  EXPECT_EQ(debugged.status, 1) << describe(debugged);
  const std::string& out = debugged.out;
  EXPECT_THAT(out, HasSubstr("main: waits, next operation: join\n  #")) << describe(debugged);
  EXPECT_TRUE(std::regex_search(
      out, std::regex("main\\.[01]: waits, next operation: lock\n  #\\d+ [^\n]*lock_order.cc:\\d+")))
      << describe(debugged);
  EXPECT_THAT(out, HasSubstr(": is here\n  #"));
  EXPECT_THAT(out, Not(HasSubstr("heddle::runtime"))) << "only the user's frames";
  const std::size_t in_main = out.find("[main]"), back = out.find("[back]");
  ASSERT_NE(back, std::string::npos);
  EXPECT_THAT(out.substr(in_main, back - in_main), HasSubstr(" main () at "));
  const std::string site = workplace.results().at("bugs").at(0).at("site");
  EXPECT_EQ(selected_place(out.substr(back)), fs::path(site).filename().string()) << describe(debugged);
  EXPECT_THAT(out.substr(back), HasSubstr("exited normally")) << "and it goes on to its end";
}

TEST(DebuggerSession, RunsTheScheduleAgainWithBreakpointsAndInput) {
  const Workplace workplace;
  ASSERT_EQ(workplace.run_heddle({"run", "--quiet", "--", program("stdin_sum")}, "1 2 3 4\n").status, 1);
  const Outcome debugged =
      workplace.run_heddle({"replay", "heddle-out/bug-1.schedule", "--gdb", "--", "-nx", "-batch", "-ex",
                            "break main", "-ex", "run", "-ex", "continue", "-ex", "frame"});
  const std::size_t again = debugged.out.find("Breakpoint 3, main");
  ASSERT_NE(again, std::string::npos) << describe(debugged);
  // It reads the same numbers, and main returns with the same status.
  EXPECT_THAT(debugged.out.substr(again), HasSubstr("exit status 1 (expected 0)")) << describe(debugged);
  EXPECT_THAT(debugged.out.substr(again), HasSubstr("main has returned"));
}

TEST(DebuggerSession, TakesSchedulesOfExploreToo) {
  const Workplace workplace;
  ASSERT_EQ(run({{program("bodies"), "lost_update"}, workplace.folder()}).status, 0);
  const Outcome debugged = workplace.run_heddle(
      {"replay", "heddle-bodies-1.schedule", "--gdb", "--", "-nx", "-batch", "-ex", "frame"});
  EXPECT_EQ(debugged.status, 1) << describe(debugged);
  EXPECT_THAT(selected_place(debugged.out), HasSubstr("bodies.cc:")) << describe(debugged);
  EXPECT_THAT(debugged.out, HasSubstr("assert("));
}

TEST(DebuggerSession, SaysWhatToDoWithoutGdb) {
  const Workplace workplace;
  Command command = workplace.heddle({"replay", "x.schedule", "--gdb"});
  command.environment["PATH"] = workplace.folder();
  const Outcome refused = run(command);
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.err,
            "heddle: there is no gdb on PATH; install it (on Debian: apt install gdb), or leave --gdb out "
            "for the report\n");
}

TEST(DebuggerSession, LeavesNothingBehind) {
  const Workplace workplace;
  ASSERT_EQ(workplace.run_heddle({"run", "--quiet", "--", program("lost_update")}).status, 1);
  fs::create_directory(workplace.path("temporary"));
  Command command = workplace.heddle(
      {"replay", "heddle-out/bug-1.schedule", "--gdb", "--", "-nx", "-batch", "-ex", "kill"});
  command.environment["TMPDIR"] = workplace.path("temporary");
  EXPECT_EQ(run(command).status, 1);
  EXPECT_TRUE(fs::is_empty(workplace.path("temporary")));
}

}  // namespace
}  // namespace heddle::e2e
