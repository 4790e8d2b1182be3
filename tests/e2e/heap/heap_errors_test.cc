// Wrong uses of heap memory: which programs have one, what is told of it, and whether AddressSanitizer
// agrees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "support/workplace.h"

namespace heddle::e2e {

namespace {

using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;

// All others have none.
const std::map<std::string, std::string>& wrong() {
  static const std::map<std::string, std::string> names = {
      {"append_too_much", "out-of-bounds"},
      {"atomic_after_delete", "use-after-free"},
      {"copy_after_delete", "use-after-free"},
      {"copy_too_long", "out-of-bounds"},
      {"count_and_test", "use-after-free"},
      {"fill_too_long", "out-of-bounds"},
      {"free_of_global", "invalid-free"},
      {"free_of_local", "invalid-free"},
      {"free_of_middle", "invalid-free"},
      {"freed_by_both", "double-free"},
      {"freed_twice", "double-free"},
      {"iterator_after_erase", "use-after-free"},
      {"last_member_after_delete", "use-after-free"},
      {"lock_after_delete", "use-after-free"},
      {"lock_of_destroyed", "use-of-destroyed-mutex"},
      {"read_after_delete", "use-after-free"},
      {"read_after_free", "use-after-free"},
      {"read_after_growth", "use-after-free"},
      {"read_after_realloc", "use-after-free"},
      {"read_behind", "out-of-bounds"},
      {"read_of_dropped_string", "use-after-free"},
      {"unlock_after_delete", "use-after-free"},
      {"write_across", "out-of-bounds"},
      {"write_after_delete", "use-after-free"},
      {"write_before", "out-of-bounds"},
      {"write_behind", "out-of-bounds"},
      {"write_behind_odd", "out-of-bounds"},
  };
  return names;
}

// What needs no instrumented code: free and the functions of locks are seen anyway.
const std::set<std::string>& wrong_when_preloaded() {
  static const std::set<std::string> names = {"free_of_global",     "free_of_local",     "free_of_middle",
                                              "freed_twice",        "lock_after_delete", "lock_of_destroyed",
                                              "unlock_after_delete"};
  return names;
}

std::vector<std::string> all_cases() {
  const Outcome listed = run({.words = {HEDDLE_TEST_CASES}});
  std::istringstream lines(listed.out);
  std::vector<std::string> names;
  for (std::string name; std::getline(lines, name);) names.push_back(name);
  EXPECT_GE(names.size(), 40u);
  return names;
}

std::set<std::string> errors_of(const Json& results) {
  std::set<std::string> errors;
  for (const Json& bug : results["bugs"])
    if (bug["kind"] == "heap-error") errors.insert(bug["heap"]["error"]);
  return errors;
}

}  // namespace

TEST(HeapErrors, AreSeenWhereTheyAreAndNowhereElse) {
  const Workplace here;
  for (const std::string& name : all_cases()) {
    SCOPED_TRACE(name);
    const Outcome outcome =
        here.run_heddle({"run", "--quiet", "--executions", "300", "--no-shrink", "--coverage", "none",
                         "--races", "ignore", "--", HEDDLE_TEST_CASES, name});
    const auto expected = wrong().find(name);
    if (expected == wrong().end()) {
      EXPECT_THAT(outcome.status, AnyOf(0, 3)) << describe(outcome);  // 3: there is only one thread
      continue;
    }
    ASSERT_EQ(outcome.status, 1) << describe(outcome);
    const Json bug = here.results()["bugs"][0];
    EXPECT_EQ(bug["kind"], "heap-error") << bug.dump(2);
    EXPECT_EQ(bug["heap"]["error"], expected->second) << bug.dump(2);
    EXPECT_EQ(bug["stable"], true) << bug.dump(2);
  }
}

#if HEDDLE_FULL_TESTS
// Those that are wrong whatever the schedule is.
const std::set<std::string>& always_wrong() {
  static const std::set<std::string> names = {
      "copy_too_long", "fill_too_long",   "free_of_global",     "free_of_local",    "free_of_middle",
      "freed_twice",   "read_after_free", "read_after_realloc", "read_behind",      "read_of_dropped_string",
      "write_across",  "write_before",    "write_behind",       "write_behind_odd",
  };
  return names;
}

TEST(HeapErrors, AreThoseOfAddressSanitizer) {
  for (const std::string& name : all_cases()) {
    const bool is_right = !wrong().contains(name);
    if (!is_right && !always_wrong().contains(name)) continue;
    const Outcome outcome = run({.words = {HEDDLE_TEST_CASES "_asan", name},
                                 .environment = {{"ASAN_OPTIONS", "exitcode=66:detect_leaks=0"}}});
    EXPECT_EQ(outcome.status, is_right ? 0 : 66) << name << ": " << describe(outcome);
  }
}
#endif

TEST(HeapErrors, OfFreeAndLocksAreSeenWithoutInstrumentation) {
  const Workplace here;
  for (const std::string& name : wrong_when_preloaded()) {
    SCOPED_TRACE(name);
    here.run_heddle(
        {"run", "--quiet", "--executions", "300", "--no-shrink", "--", HEDDLE_TEST_CASES "_plain", name});
    EXPECT_THAT(errors_of(here.results()), Contains(wrong().at(name)));
  }
  for (const std::string name : {"ok_last_one_deletes", "ok_mutex_torn_down", "ok_barrier_torn_down"})
    EXPECT_EQ(
        here.run_heddle({"run", "--quiet", "--executions", "300", "--", HEDDLE_TEST_CASES "_plain", name})
            .status,
        0)
        << name;
}

TEST(HeapErrors, TellWhoAllocatedAndWhoFreed) {
  const Workplace here;
  ASSERT_EQ(here.run_heddle({"run", "--quiet", "--", HEDDLE_TEST_CASES, "iterator_after_erase"}).status, 1);
  const Json heap = here.results()["bugs"][0]["heap"];
  EXPECT_EQ(heap["error"], "use-after-free");
  EXPECT_EQ(heap["offset"], 16);
  EXPECT_EQ(heap["access_size"], 4);
  EXPECT_EQ(heap["block_size"], 24);
  EXPECT_EQ(heap["allocated"]["thread"], "main");
  EXPECT_EQ(heap["freed"]["thread"], "main.1");
  EXPECT_THAT(heap["freed"]["stack"][0]["function"], HasSubstr("iterator_after_erase"));
  EXPECT_GE(heap["allocated"]["stack"].size(), 2u);
}

TEST(HeapErrors, EveryIsolationCarrierAndGranularitySeesThem) {
  const Workplace here;
  for (const std::string isolation : {"restore", "fork"})
    for (const std::string carrier : {"contexts", "threads"})
      for (const std::string granularity : {"shared", "all"}) {
        SCOPED_TRACE(isolation + " " + carrier + " " + granularity);
        const auto search = [&](const std::string& name) {
          return here
              .run_heddle({"run", "--quiet", "--isolation", isolation, "--carrier", carrier, "--granularity",
                           granularity, "--no-shrink", "--executions", "300", "--", HEDDLE_TEST_CASES, name})
              .status;
        };
        EXPECT_EQ(search("count_and_test"), 1);
        EXPECT_EQ(here.results()["bugs"][0]["stable"], true);
        EXPECT_EQ(search("ok_last_one_deletes"), 0);
      }
}

TEST(HeapErrors, ReplayShrinkAndAreExplained) {
  const Workplace here;
  ASSERT_EQ(
      here.run_heddle({"run", "--quiet", "--no-shrink", "--", HEDDLE_TEST_CASES, "freed_by_both"}).status, 1);
  const Outcome replay = here.run_heddle({"replay", "--repeat", "20", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(replay.status, 1) << describe(replay);
  EXPECT_THAT(replay.out, HasSubstr("20 of 20 replays were identical"));
  const Outcome shrunk = here.run_heddle({"shrink", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(shrunk.status, 0) << describe(shrunk);
  EXPECT_THAT(shrunk.out, HasSubstr("2 context switches are enough"));
  const Outcome explained = here.run_heddle({"explain", "heddle-out/bug-1.shrunk.schedule"});
  EXPECT_EQ(explained.status, 0) << describe(explained);
  EXPECT_THAT(explained.out, HasSubstr("double free"));
}

// A causal model must know that a read and the free that comes after it can change places.
TEST(HeapErrors, AreFoundByEveryStrategyThatIsExhaustive) {
  const Workplace here;
  for (const std::string strategy : {"dfs", "mcr"})
    for (const std::string name : {"last_member_after_delete", "count_and_test"}) {
      const Outcome outcome = here.run_heddle(
          {"run", "--quiet", "--no-shrink", "--strategy", strategy, "--", HEDDLE_TEST_CASES, name});
      EXPECT_EQ(outcome.status, 1) << strategy << " " << name << describe(outcome);
    }
}

}  // namespace heddle::e2e
