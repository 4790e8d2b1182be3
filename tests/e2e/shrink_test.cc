// `heddle shrink`: the known minimum of context switches is reached, the shorter schedule is a schedule like
// any other, and what it comes down to is said in words that are pinned.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "support/golden.h"
#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

std::string example(const std::string& name) {
  return std::string(HEDDLE_TEST_EXAMPLES) + "/" + name;
}

std::string subject(const std::string& name) {
  return std::string(HEDDLE_TEST_SUBJECTS) + "/" + name;
}

class Shrink : public ::testing::Test {
 protected:
  // A bug as it was found, in heddle-out/bug-1.schedule.
  void find(const std::string& program, const std::vector<std::string>& options = {},
            const std::string& input = {}) const {
    std::vector<std::string> arguments = {"run", "--quiet", "--no-shrink"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.insert(arguments.end(), {"--", program});
    const Outcome search = workplace_.run_heddle(arguments, input);
    ASSERT_EQ(search.status, 1) << describe(search);
  }

  Outcome shrink(const std::vector<std::string>& options = {}) const {
    std::vector<std::string> arguments = {"shrink", "heddle-out/bug-1.schedule"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return workplace_.run_heddle(arguments);
  }

  Workplace workplace_;
};

// The minimum: for those that `dfs:preemptions=N` can exhaust, there is no schedule with a preemption less.
struct Known {
  const char* subject;
  int switches;
};

class KnownMinimum : public ::testing::TestWithParam<Known> {
 protected:
  Workplace workplace_;
};

TEST_P(KnownMinimum, IsReachedAndRepeatable) {
  const Outcome search = workplace_.run_heddle({"run", "--quiet", "--", subject(GetParam().subject)});
  ASSERT_EQ(search.status, 1) << describe(search);
  const Json results = workplace_.results();
  const Json& bug = results.at("bugs").at(0);
  EXPECT_LE(bug.at("switches"), GetParam().switches) << bug.dump(2);
  EXPECT_LE(bug.at("switches"), bug.at("shrunk_from")) << bug.dump(2);
  EXPECT_LE(bug.at("reexecutions"), 200) << bug.dump(2);
  EXPECT_FALSE(bug.contains("shrinking_ended_early")) << bug.dump(2);
  const Outcome replay = workplace_.run_heddle(
      {"replay", "--repeat", "100", "heddle-out/" + bug.at("schedule").get<std::string>()});
  EXPECT_EQ(replay.status, 1) << describe(replay);
  EXPECT_THAT(replay.out, HasSubstr("100 of 100 replays were identical"));
}

INSTANTIATE_TEST_SUITE_P(
    Subjects, KnownMinimum,
    ::testing::Values(Known{"d1", 2}, Known{"d2", 4}, Known{"account", 2}, Known{"stringbuffer", 2},
                      Known{"dekker", 2}, Known{"peterson", 2}, Known{"lamport", 2}, Known{"critical", 3},
                      Known{"simpleexample", 4}, Known{"reorder", 1}, Known{"even", 1}, Known{"test2", 0},
                      Known{"alarmclock", 2}, Known{"log4j", 2}, Known{"mysql-1", 4}),
    [](const auto& instance) {
      return std::regex_replace(std::string(instance.param.subject), std::regex("-"), "_");
    });

// What is printed: one for each kind of bug that people ask about.
class Printed : public ::testing::TestWithParam<const char*> {
 protected:
  Workplace workplace_;
};

TEST_P(Printed, IsReadable) {
  const std::string name = GetParam();
  ASSERT_EQ(
      workplace_.run_heddle({"run", "--quiet", "--no-shrink", "--strategy", "random", "--", example(name)})
          .status,
      1);
  const Outcome shrunk = workplace_.run_heddle({"shrink", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(shrunk.status, 0) << describe(shrunk);
  EXPECT_EQ(shrunk.err, "");
  // How many accesses a compiler writes for the same lines depends on the processor.
  expect_golden("shrink_" + name + ".txt",
                std::regex_replace(shrunk.out, std::regex("[0-9,]+ steps"), "# steps"));
}

INSTANTIATE_TEST_SUITE_P(Examples, Printed, ::testing::Values("bank", "deadlock", "lost_wakeup", "queue"),
                         [](const auto& instance) { return std::string(instance.param); });

TEST_F(Shrink, WritesAScheduleBesideTheOther) {
  find(program("lost_update"));
  const std::string before = workplace_.read("heddle-out/bug-1.schedule");
  const Outcome shrunk = shrink();
  EXPECT_EQ(shrunk.status, 0) << describe(shrunk);
  EXPECT_THAT(shrunk.out, HasSubstr("2 context switches are enough:"));
  EXPECT_THAT(shrunk.out, HasSubstr("heddle replay heddle-out/bug-1.shrunk.schedule"));
  EXPECT_EQ(workplace_.read("heddle-out/bug-1.schedule"), before);
  const Outcome replay = workplace_.run_heddle({"replay", "heddle-out/bug-1.shrunk.schedule"});
  EXPECT_EQ(replay.status, 1) << describe(replay);
  EXPECT_THAT(replay.out, HasSubstr("and 2 context switches."));
}

TEST_F(Shrink, OfWhatIsShrunkChangesNothing) {
  find(program("lost_update"));
  ASSERT_EQ(shrink({"--out", "once.schedule"}).status, 0);
  const Outcome again = workplace_.run_heddle({"shrink", "once.schedule", "--out", "twice.schedule"});
  EXPECT_EQ(again.status, 0) << describe(again);
  EXPECT_EQ(workplace_.read("once.schedule"), workplace_.read("twice.schedule"));
}

TEST_F(Shrink, IsTheSameEveryTime) {
  find(subject("d2"));
  const Outcome first = shrink({"--out", "first.schedule"});
  const Outcome second = shrink({"--out", "second.schedule"});
  EXPECT_EQ(replaced(first.out, "first", "second"), second.out);
  EXPECT_EQ(workplace_.read("first.schedule"), workplace_.read("second.schedule"));
}

// Long enough for others to be started.
TEST_F(Shrink, IsTheSameWithAnyNumberOfJobs) {
  find(program("heavy_reader"), {"--strategy", "random"});
  const Outcome one = shrink({"--out", "1.schedule", "--jobs", "1"});
  EXPECT_EQ(one.status, 0) << describe(one);
  for (const std::string jobs : {"2", "3"}) {
    const Outcome several = shrink({"--out", jobs + ".schedule", "--jobs", jobs});
    EXPECT_EQ(several.out, replaced(one.out, "1.schedule", jobs + ".schedule")) << describe(several);
    EXPECT_EQ(workplace_.read(jobs + ".schedule"), workplace_.read("1.schedule"));
  }
}

TEST_F(Shrink, FindsTheStandardInputFromAnotherFolder) {
  find(program("stdin_sum"), {}, "1 2 3\n");
  const Outcome shrunk = shrink({"--out", "short.schedule"});
  EXPECT_EQ(shrunk.status, 0) << describe(shrunk);
  EXPECT_THAT(workplace_.read("short.schedule"), HasSubstr("\ninput heddle-out/standard-input\n"));
  const Outcome replay = workplace_.run_heddle({"replay", "short.schedule"});
  EXPECT_EQ(replay.status, 1) << describe(replay);
}

TEST_F(Shrink, StopsAtItsLimitAndSaysSo) {
  find(subject("account"));
  const Outcome shrunk = shrink({"--executions", "15"});
  EXPECT_EQ(shrunk.status, 0) << describe(shrunk);
  EXPECT_THAT(shrunk.out, HasSubstr("There may be a shorter one: the limit of re-executions was reached."));
  const Outcome replay = workplace_.run_heddle({"replay", "heddle-out/bug-1.shrunk.schedule"});
  EXPECT_EQ(replay.status, 1) << describe(replay);
}

TEST_F(Shrink, LeavesOutThreadsThatAreNotNeeded) {
  find(subject("arraylist-1"));
  const Outcome shrunk = shrink();
  EXPECT_THAT(shrunk.out, ContainsRegex("From .* to 2 context switches, [345] threads"));
}

TEST_F(Shrink, WorksOnKernelThreads) {
  find(program("lost_update"), {"--carrier", "threads"});
  const Outcome shrunk = shrink();
  EXPECT_EQ(shrunk.status, 0) << describe(shrunk);
  EXPECT_THAT(shrunk.out, HasSubstr("2 context switches are enough:"));
}

TEST_F(Shrink, RefusesWhatIsNoSchedule) {
  workplace_.write("text", "no schedule\n");
  const Outcome refused = workplace_.run_heddle({"shrink", "text"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("this is no schedule file"));
  EXPECT_EQ(workplace_.run_heddle({"shrink", "nothing"}).status, 2);
  EXPECT_EQ(workplace_.run_heddle({"shrink"}).status, 2);
}

TEST_F(Shrink, SaysWhenTheScheduleDoesNotFailAnyMore) {
  find(program("lost_update"));
  const std::string text = workplace_.read("heddle-out/bug-1.schedule");
  workplace_.write("heddle-out/bug-1.schedule", replaced(text, "\noutcome assertion", "\noutcome crash"));
  const Outcome refused = shrink();
  EXPECT_EQ(refused.status, 3) << describe(refused);
  EXPECT_THAT(refused.err, HasSubstr("does not fail as recorded"));
}

TEST_F(Shrink, IsPartOfARun) {
  const Outcome search = workplace_.run_heddle({"run", "--", program("lost_update")});
  EXPECT_EQ(search.status, 1) << describe(search);
  EXPECT_THAT(search.out, HasSubstr("2 context switches are enough:"));
  const Json bug = workplace_.results().at("bugs").at(0);
  EXPECT_EQ(bug.at("switches"), 2);
  EXPECT_THAT(bug.at("essence").get<std::string>(), HasSubstr("lost_update.cc:10 before "));
}

TEST_F(Shrink, IsLeftOutOfARunOnRequest) {
  const Outcome search = workplace_.run_heddle({"run", "--no-shrink", "--", program("lost_update")});
  EXPECT_EQ(search.status, 1) << describe(search);
  EXPECT_THAT(search.out, Not(HasSubstr("switches are enough")));
  const Json bug = workplace_.results().at("bugs").at(0);
  EXPECT_GT(bug.at("switches"), 2);
  EXPECT_FALSE(bug.contains("shrunk_from"));
}

// Depth and radius are those of what was found.
TEST_F(Shrink, DoesNotChangeWhatIsMeasured) {
  for (const char* option : {"--no-shrink", "--quiet"}) {
    workplace_.run_heddle({"run", option, "--strategy", "rpro", "--out", option + 2, "--", subject("d2")});
  }
  const Json without = workplace_.results("no-shrink").at("bugs").at(0);
  const Json with = workplace_.results("quiet").at("bugs").at(0);
  EXPECT_EQ(with.at("depth"), without.at("depth"));
  EXPECT_EQ(with.at("radius"), without.at("radius"));
}

}  // namespace
}  // namespace heddle::e2e
