// Data races: which programs have one, what is told of it, and whether ThreadSanitizer agrees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "support/golden.h"
#include "support/workplace.h"

namespace heddle::e2e {

namespace {

using testing::AnyOf;
using testing::HasSubstr;

// What race_cases.cc lists.
struct RaceCase {
  std::string chapter;
  std::string name;
  bool racy = false;
  std::string thread_sanitizer_differs;
};

std::vector<RaceCase> all_cases() {
  const Outcome listed = run({.words = {HEDDLE_TEST_CASES}});
  std::istringstream lines(listed.out);
  std::vector<RaceCase> cases;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    RaceCase each;
    std::string verdict;
    std::getline(fields, each.chapter, '\t');
    std::getline(fields, each.name, '\t');
    std::getline(fields, verdict, '\t');
    std::getline(fields, each.thread_sanitizer_differs, '\t');
    each.racy = verdict == "racy";
    cases.push_back(each);
  }
  return cases;
}

}  // namespace

TEST(Races, TableIsComplete) {
  EXPECT_GE(all_cases().size(), 250u);
}

class RaceChapter : public testing::TestWithParam<std::string> {
 protected:
  static std::vector<RaceCase> cases() {
    std::vector<RaceCase> chosen;
    for (RaceCase& each : all_cases())
      if (each.chapter == GetParam()) chosen.push_back(std::move(each));
    return chosen;
  }

  void check(const RaceCase& that) {
    SCOPED_TRACE(that.name);
    const Outcome outcome = here_.run_heddle({"run", "--quiet", "--executions", "200", "--no-shrink",
                                              "--coverage", "none", "--", HEDDLE_TEST_CASES, that.name});
    ASSERT_THAT(outcome.status, AnyOf(0, 1)) << describe(outcome);
    EXPECT_EQ(outcome.status == 1, that.racy) << describe(outcome);
    const Json results = here_.results();
    std::set<std::string> kinds;
    for (const Json& bug : results.at("bugs")) {
      kinds.insert(bug["kind"]);
      EXPECT_EQ(bug["stable"], true) << bug.dump(2);
    }
    // What two threads do to a container without a lock breaks it, too; a block that one thread frees and
    // another uses is a heap error in most schedules.
    kinds.erase("crash");
    if (kinds.erase("heap-error") == 0) {
      EXPECT_EQ(kinds.contains("data-race"), that.racy) << results.dump(2);
    }
    kinds.erase("data-race");
    EXPECT_TRUE(kinds.empty()) << results.dump(2);
  }

  Workplace here_;
};

TEST_P(RaceChapter, IsSeenAsItIs) {
  const std::vector<RaceCase> chosen = cases();
  ASSERT_FALSE(chosen.empty());
  for (const RaceCase& each : chosen) check(each);
}

#if HEDDLE_FULL_TESTS
bool is_racy_to_thread_sanitizer(const std::string& name, const std::string& ahead) {
  const Outcome outcome = run({.words = {"setarch", "-R", HEDDLE_TEST_CASES "_tsan", name, ahead},
                               .environment = {{"TSAN_OPTIONS", "exitcode=66"}}});
  EXPECT_THAT(outcome.status, AnyOf(0, 66)) << name << ": " << describe(outcome);
  return outcome.status == 66;
}

TEST_P(RaceChapter, IsSeenByThreadSanitizerInTheSameWay) {
  std::size_t compared = 0;
  for (const RaceCase& each : cases()) {
    if (!each.thread_sanitizer_differs.empty()) continue;
    const bool seen =
        is_racy_to_thread_sanitizer(each.name, "first") || is_racy_to_thread_sanitizer(each.name, "second");
    EXPECT_EQ(seen, each.racy) << each.name;
    ++compared;
  }
  EXPECT_GT(compared, 0u);
}
#endif

INSTANTIATE_TEST_SUITE_P(All, RaceChapter,
                         testing::Values("orders", "locks", "waiting", "threads", "handing", "memory",
                                         "lifetime"),
                         [](const auto& chapter) { return chapter.param; });

class RaceOptions : public testing::Test {
 protected:
  Outcome search(std::vector<std::string> options, const std::string& name = "no_lock") {
    options.insert(options.begin(), {"run", "--quiet", "--executions", "200"});
    options.insert(options.end(), {"--", HEDDLE_TEST_CASES, name});
    return here_.run_heddle(options);
  }
  Workplace here_;
};

TEST_F(RaceOptions, ReportGoesOnStopDoesNot) {
  EXPECT_EQ(search({}).status, 1);
  EXPECT_EQ(here_.results()["executions"], 200);
  EXPECT_EQ(here_.results()["end"], "budget");
  EXPECT_EQ(search({"--races", "stop"}).status, 1);
  EXPECT_LT(here_.results()["executions"], 20);
  EXPECT_EQ(here_.results()["end"], "first-bug");
  EXPECT_EQ(search({"--races", "ignore"}).status, 0);
  EXPECT_THAT(search({"--races", "perhaps"}).err, HasSubstr("choose report, stop or ignore"));
}

TEST_F(RaceOptions, BothAccessesAreTold) {
  ASSERT_EQ(search({}, "mutex_one_side").status, 1);
  const Json bug = here_.results()["bugs"][0];
  EXPECT_EQ(bug["kind"], "data-race");
  EXPECT_EQ(bug["object"], "race_cases::data");
  ASSERT_EQ(bug["accesses"].size(), 2u);
  std::size_t held = 0;
  for (const Json& access : bug["accesses"]) {
    EXPECT_EQ(access["size"], 4);
    EXPECT_GE(access["stack"].size(), 1u);
    held += access["holds"].size();
  }
  EXPECT_EQ(held, 1u);
}

TEST_F(RaceOptions, RaceReplaysAndShrinks) {
  ASSERT_EQ(search({"--no-shrink"}).status, 1);
  const Outcome replay = here_.run_heddle({"replay", "--repeat", "20", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(replay.status, 1) << describe(replay);
  EXPECT_THAT(replay.out, HasSubstr("20 of 20 replays were identical"));
  const Outcome shrunk = here_.run_heddle({"shrink", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(shrunk.status, 0) << describe(shrunk);
  EXPECT_EQ(here_.run_heddle({"replay", "heddle-out/bug-1.shrunk.schedule"}).status, 1);
}

TEST_F(RaceOptions, EveryIsolationAndCarrierSeesIt) {
  for (const std::string isolation : {"restore", "fork"})
    for (const std::string carrier : {"contexts", "threads"}) {
      EXPECT_EQ(search({"--isolation", isolation, "--carrier", carrier}).status, 1) << isolation << carrier;
      EXPECT_EQ(here_.results()["bugs"][0]["stable"], true);
      EXPECT_EQ(search({"--isolation", isolation, "--carrier", carrier}, "mutex").status, 0);
    }
}

TEST_F(RaceOptions, SuppressedOnesAreCounted) {
  here_.write("known", "# accepted\nvariable:race_cases::data\n");
  const Outcome outcome = search({"--suppressions", "known"});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("1 data race"));
  here_.write("known", "function:nobody\nfile:locks.h\n");
  EXPECT_EQ(search({"--suppressions", "known"}).status, 0);
  here_.write("known", "function:nobody\n");
  EXPECT_EQ(search({"--suppressions", "known"}).status, 1);
  EXPECT_EQ(search({"--suppressions", "known", "--races", "stop"}).status, 1);
  here_.write("known", "nonsense\n");
  const Outcome wrong = search({"--suppressions", "known"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("known: line 1"));
}

// A first-bug search is for the failure; the race is told after it.
TEST_F(RaceOptions, FailureComesFirst) {
  const Outcome outcome = here_.run_heddle({"run", "--", program("lost_update")});
  ASSERT_EQ(outcome.status, 1);
  const Json bugs = here_.results()["bugs"];
  ASSERT_EQ(bugs.size(), 2u) << bugs.dump(2);
  EXPECT_EQ(bugs[0]["kind"], "assertion");
  EXPECT_EQ(bugs[1]["kind"], "data-race");
}

}  // namespace heddle::e2e
