// What surrounds a program is the same for each execution: its folder (--cwd) and the client that drives it
// (--driver).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>
#include <csignal>
#include <filesystem>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

std::string part(const std::string& name) {
  return program(name, "surroundings");
}

std::string client(const std::string& arguments) {
  return program("counting_client", "foreign") + " " + arguments;
}

class ServerTest : public ::testing::Test {
 protected:
  Outcome run_server(const std::vector<std::string>& options, const std::vector<std::string>& arguments,
                     const std::string& server = "counting_server") const {
    std::vector<std::string> words{"run"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", part(server)});
    words.insert(words.end(), arguments.begin(), arguments.end());
    return here_.run_heddle(words);
  }
  Outcome replay(const std::string& times) const {
    return here_.run_heddle({"replay", "--repeat", times, "heddle-out/bug-1.schedule"});
  }

  Workplace here_;
};

TEST_F(ServerTest, BugIsFoundAndReplays) {
  for (const std::string way : {"port", "socket"}) {
    const Outcome found = run_server({"--driver", client(way)}, {way, "lossy", "checks"});
    EXPECT_EQ(found.status, 1) << describe(found);
    EXPECT_THAT(found.out, HasSubstr("count == asked_for")) << describe(found);
    EXPECT_THAT(found.out, Not(HasSubstr("unstable"))) << describe(found);
    const Outcome again = replay("20");
    EXPECT_THAT(again.out, HasSubstr("20 of 20 replays failed as recorded")) << describe(again);
    EXPECT_THAT(again.out, HasSubstr("20 of 20 replays were identical")) << describe(again);
  }
}

TEST_F(ServerTest, FailureOfTheDriverIsOne) {
  const Outcome found = run_server({"--driver", client("port")}, {"port", "lossy"});
  EXPECT_EQ(found.status, 1) << describe(found);
  EXPECT_THAT(found.out, HasSubstr("the driver failed with status 42")) << describe(found);
  EXPECT_THAT(found.out, Not(HasSubstr("unstable"))) << describe(found);
  EXPECT_EQ(here_.results().at("bugs").at(0).at("kind"), "driver");
  const Outcome again = replay("20");
  EXPECT_THAT(again.out, HasSubstr("20 of 20 replays failed as recorded")) << describe(again);
  const Outcome shrunk = here_.run_heddle({"shrink", "heddle-out/bug-1.schedule"});
  EXPECT_THAT(shrunk.out, HasSubstr("heddle replay")) << describe(shrunk);
  const Outcome explained = here_.run_heddle({"explain", "heddle-out/bug-1.schedule"});
  EXPECT_THAT(explained.out, HasSubstr("accept")) << describe(explained);
}

// Its end is the end of the program, which only waits for more.
TEST_F(ServerTest, CorrectOnesEndWithTheirDriver) {
  for (const char* stall : {"100ms", "any"}) {
    const std::vector<std::string> options{"--executions", "20",       "--stall",
                                           stall,          "--driver", client("port")};
    const Outcome waiting = run_server(options, {"port", "exact", "checks"});
    EXPECT_EQ(waiting.status, 0) << describe(waiting);
    EXPECT_EQ(here_.results().at("executions"), 20);
    const Outcome polling = run_server(options, {}, "polling_server");
    EXPECT_EQ(polling.status, 0) << describe(polling);
    EXPECT_EQ(here_.results().at("executions"), 20);
  }
}

TEST_F(ServerTest, ExecutionsAreTheSameInEverySearch) {
  std::vector<std::string> digests;
  for (int i = 0; i < 2; ++i) {
    const Outcome outcome = run_server({"--executions", "50", "--digest", "--driver", client("port")},
                                       {"port", "exact", "checks"});
    EXPECT_EQ(outcome.status, 0) << describe(outcome);
    digests.push_back(here_.results().at("digest"));
  }
  EXPECT_EQ(digests[0], digests[1]);
}

TEST_F(ServerTest, DriverThatSleepsIsWaitedFor) {
  const Outcome outcome =
      run_server({"--executions", "5", "--driver", "sleep 0.05; " + client("port") + "; sleep 0.05"},
                 {"port", "exact", "checks"});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
}

TEST_F(ServerTest, DriverThatNeverEndsIsReportedAndEnded) {
  const std::string copy = here_.copy_of(program("counting_client", "foreign"), "endless");
  const Outcome outcome = run_server(
      {"--no-shrink", "--execution-timeout", "300ms", "--driver", copy + " port stays"}, {"port", "exact"});
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("the driver neither ended nor sent anything")) << describe(outcome);
  EXPECT_TRUE(eventually(30s, [&] { return processes_running(copy).empty(); }));
}

TEST_F(ServerTest, DriverThatDoesNotExist) {
  const Outcome outcome = run_server({"--driver", "./no-such-client"}, {"port", "exact"});
  EXPECT_EQ(outcome.status, 3) << describe(outcome);
  EXPECT_THAT(outcome.out + outcome.err, HasSubstr("the shell cannot start the driver './no-such-client'"));
}

TEST_F(ServerTest, DriverNeedsTheProgramsStart) {
  const Outcome outcome = run_server({"--snapshot", "start-here", "--driver", "true"}, {"port", "exact"});
  EXPECT_EQ(outcome.status, 2) << describe(outcome);
  EXPECT_THAT(outcome.err, HasSubstr("leave --snapshot out")) << describe(outcome);
}

class FolderTest : public ::testing::TestWithParam<const char*> {
 protected:
  Outcome run_ledger(const std::vector<std::string>& options,
                     const std::vector<std::string>& arguments) const {
    std::vector<std::string> words{"run", "--isolation", GetParam()};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", part("ledger")});
    words.insert(words.end(), arguments.begin(), arguments.end());
    Command command = here_.heddle(words);
    command.environment["TMPDIR"] = here_.folder();
    return run(command);
  }
  bool has_place() const { return here_.exists("heddle-" + std::to_string(getuid()) + "-000"); }

  Workplace here_;
};

// With the 3rd and the 9th audited, which are both restored and forked.
TEST_P(FolderTest, IsEmptyAtTheStart) {
  const Outcome outcome = run_ledger({"--executions", "30", "--cwd", "fresh"}, {""});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(outcome.out, Not(HasSubstr("in processes of their own"))) << describe(outcome);
  EXPECT_THAT(outcome.out, Not(HasSubstr("writes to"))) << describe(outcome);
  EXPECT_FALSE(here_.exists("left"));
  EXPECT_FALSE(has_place());
}

TEST_P(FolderTest, IsACopyOfTheTemplate) {
  std::filesystem::create_directories(here_.path("template/deep"));
  here_.write("template/ledger", "first\n");
  here_.write("template/deep/file", "x");
  const Outcome outcome = run_ledger({"--executions", "30", "--cwd", "fresh:template"}, {"first"});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_EQ(here_.read("template/ledger"), "first\n");
  EXPECT_FALSE(here_.exists("template/left"));
}

TEST_P(FolderTest, IsTheSameInReplays) {
  std::filesystem::create_directories(here_.path("template"));
  here_.write("template/ledger", "first\n");
  const Outcome found = run_ledger({"--cwd", "fresh:template"}, {"first", "lossy"});
  EXPECT_EQ(found.status, 1) << describe(found);
  EXPECT_THAT(found.out, HasSubstr("written == 2")) << describe(found);
  EXPECT_THAT(here_.read("heddle-out/bug-1.schedule"), HasSubstr("\ncwd fresh:template\n"));
  Command command = here_.heddle({"replay", "--repeat", "5", "heddle-out/bug-1.schedule"});
  command.environment["TMPDIR"] = here_.folder();
  const Outcome again = run(command);
  EXPECT_THAT(again.out, HasSubstr("5 of 5 replays were identical")) << describe(again);
  EXPECT_THAT(again.out, HasSubstr("-000/cwd")) << "what the program printed: " << describe(again);
  EXPECT_FALSE(has_place());
}

TEST_P(FolderTest, IsRemovedAfterCtrlC) {
  Command command = here_.heddle({"run", "--isolation", GetParam(), "--executions", "1000000000", "--cwd",
                                  "fresh", "--", part("ledger"), ""});
  command.environment["TMPDIR"] = here_.folder();
  Process search(command);
  ASSERT_TRUE(eventually(30s, [&] { return has_place(); }));
  search.signal(SIGINT);
  const Outcome outcome = search.finish();
  EXPECT_EQ(outcome.status, 130) << describe(outcome);
  EXPECT_FALSE(has_place());
}

INSTANTIATE_TEST_SUITE_P(With, FolderTest, ::testing::Values("restore", "fork"),
                         [](const auto& each) { return std::string(each.param); });

TEST(Folder, OfAKilledHeddleIsTakenOver) {
  const Workplace here;
  Command command =
      here.heddle({"run", "--cwd", "fresh", "--executions", "1000000000", "--", part("ledger"), ""});
  command.environment["TMPDIR"] = here.folder();
  const std::string place = "heddle-" + std::to_string(getuid()) + "-000";
  Process killed(command);
  ASSERT_TRUE(eventually(30s, [&] { return here.exists(place + "/cwd"); }));
  killed.signal(SIGKILL);
  killed.finish();
  Command next =
      here.heddle({"run", "--quiet", "--cwd", "fresh", "--executions", "5", "--", part("ledger"), ""});
  next.environment["TMPDIR"] = here.folder();
  const Outcome outcome = run(next);
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_TRUE(eventually(30s, [&] { return !here.exists(place); }));
}

TEST(Folder, WrongUseIsExplained) {
  const Workplace here;
  const Outcome neither = here.run_heddle({"run", "--cwd", "stale", "--", part("ledger"), ""});
  EXPECT_EQ(neither.status, 2);
  EXPECT_THAT(neither.err, HasSubstr("neither fresh nor fresh:TEMPLATE"));
  const Outcome missing = here.run_heddle({"run", "--cwd", "fresh:nowhere", "--", part("ledger"), ""});
  EXPECT_NE(missing.status, 0);
  EXPECT_THAT(missing.err, HasSubstr("there is no folder"));
}

}  // namespace
}  // namespace heddle::e2e
