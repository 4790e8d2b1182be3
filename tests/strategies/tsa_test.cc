#include "strategies/tsa.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

#include "points.h"

namespace heddle {
namespace {

// The program of the paper's Figure 2: thread 1 locks m at 2a and 4a, thread 2 at 2b and 4b.
constexpr SiteId k2a = 21, k4a = 41, k2b = 22, k4b = 42, kUnlock = 9;
constexpr LocationId kM = 1;

const std::vector<SyncPair> kTen = {{k2a, k4a}, {k2a, k2b}, {k2a, k4b}, {k4a, k2b}, {k4a, k4b},
                                    {k2b, k4b}, {k2b, k2a}, {k2b, k4a}, {k4b, k2a}, {k4b, k4a}};

// Both threads before their next operations: an execution that the test takes step by step.
class Figure2 {
 public:
  explicit Figure2(Tsa& tsa, std::uint64_t seed = 1) : tsa_(tsa), random_(seed) {
    const LocationTable locations;
    tsa.begin({.execution = 0, .random = random_, .locations = locations, .tally = tally_.data()});
  }

  // Who was chosen: the site of the lock, or kUnlock.
  SiteId step() {
    std::vector<Candidate> enabled;
    Operation operations[2];
    for (ThreadId thread = 1; thread <= 2; ++thread) {
      const std::size_t done = done_[thread - 1u];
      if (done == 4) continue;
      Operation& next = operations[thread - 1u];
      const bool locks = done % 2 == 0;
      const SiteId first = thread == 1 ? k2a : k2b, second = thread == 1 ? k4a : k4b;
      next.kind = locks ? OperationKind::kLock : OperationKind::kUnlock;
      next.site = locks ? (done == 0 ? first : second) : kUnlock;
      next.location = kM;
      if (!locks || owner_ == kNoThread) enabled.push_back({thread, &next});
    }
    if (enabled.empty()) return kNoSite;
    Choice choice{
        .enabled = enabled, .current = current_, .current_enabled = false, .step = 0, .without_progress = 0};
    choice.current_enabled = choice.is_enabled(current_);
    current_ = tsa_.choose(choice).thread;
    const Operation& chosen = operations[current_ - 1u];
    owner_ = chosen.kind == OperationKind::kLock ? current_ : kNoThread;
    ++done_[current_ - 1u];
    tsa_.executed(events_.emplace_back(Event{kM, chosen.site, current_, chosen.kind, 0, 0}));
    return chosen.site;
  }
  void run() {
    while (step() != kNoSite) {
    }
  }
  void learn(std::uint64_t number = 0) {
    Execution execution;
    execution.number = number;
    execution.exit_held = true;
    execution.events = events_;
    tsa_.learn(execution);
  }
  const Tally& tally() const { return tally_; }
  const std::vector<Event>& events() const { return events_; }

 private:
  Tsa& tsa_;
  Random random_;
  Tally tally_{};
  std::size_t done_[2] = {};
  ThreadId owner_ = kNoThread;
  ThreadId current_ = 0;
  std::vector<Event> events_;
};

Tsa with(std::vector<SyncPair> requirements, TsaOptions options = {}) {
  options.requirements = std::move(requirements);
  return Tsa(options);
}

std::set<std::uint64_t> uncovered(const Tsa& tsa) {
  std::set<std::uint64_t> pairs;
  for (const auto& each : tsa.requirements().all())
    if (!each.covered) pairs.insert(each.what.pair.key());
  return pairs;
}

// Iterations 1 to 6 of section 2.4. Ties are broken at random, so the seed is one that takes the paper's way;
// what the rules forbid happens with none.
TEST(Tsa, GoesThroughFigure2AsThePaperTells) {
  bool as_printed = false;
  for (std::uint64_t seed = 1; seed <= 64; ++seed) {
    Tsa tsa = with(kTen);
    Figure2 execution(tsa, seed);
    const SiteId first = execution.step();  // iterations 1 to 3: both paused, Rule 2 resumes one
    ASSERT_TRUE(first == k2a || first == k2b);
    EXPECT_EQ(execution.tally(), (Tally{0, 1, 0, 0})) << "Rule 1 cannot be applied: m was never taken";
    EXPECT_EQ(execution.step(), kUnlock) << "iteration 4: 3a is no lock action";
    const SiteId second = execution.step();  // iterations 5 and 6: Rule 1, which fits 4a and 2b
    EXPECT_EQ(execution.tally(), (Tally{1, 1, 0, 0}));
    EXPECT_FALSE(tsa.requirements().is_uncovered({first, second}));
    EXPECT_EQ(uncovered(tsa).size(), 9u);
    as_printed = as_printed || (first == k2a && second == k2b);
  }
  EXPECT_TRUE(as_printed) << "2a, 3a, 2b";
}

// The second example: of two paused actions Rule 3 resumes the one in fewer uncovered pairs.
TEST(Tsa, Rule3ResumesWhoHasTheLeastToExpect) {
  for (std::uint64_t seed = 1; seed <= 64; ++seed) {
    Tsa tsa = with({{k2a, k4b}, {k4a, k2b}, {k4b, k2a}});
    Figure2 execution(tsa, seed);
    EXPECT_EQ(execution.step(), k2b) << "2b is in <4a,2b>, 2a in <2a,4b> and <4b,2a>";
    EXPECT_EQ(execution.tally(), (Tally{0, 0, 1, 0}));
  }
}

TEST(Tsa, WithoutRule3AnybodyIsResumed) {
  TsaOptions without_rule_3;
  without_rule_3.rule_3 = false;
  std::map<SiteId, int> first;
  for (std::uint64_t seed = 1; seed <= 64; ++seed) {
    Tsa tsa = with({{k2a, k4b}, {k4a, k2b}, {k4b, k2a}}, without_rule_3);
    ++first[Figure2(tsa, seed).step()];
  }
  EXPECT_GT(first[k2a], 10);
  EXPECT_GT(first[k2b], 10);
}

TEST(Tsa, CoversAllTenPairsInAFewExecutions) {
  Tsa tsa = with(kTen);
  for (std::uint64_t i = 0; i < 12; ++i) {
    Figure2 execution(tsa, i + 1);
    execution.run();
    execution.learn(i);
  }
  EXPECT_EQ(uncovered(tsa), std::set<std::uint64_t>{});
  EXPECT_EQ(tsa.requirements().covered(), 10u);
}

TEST(Tsa, EstimatesFromItsFirstExecution) {
  Tsa tsa{TsaOptions{}};
  EXPECT_EQ(tsa.facets().exit, ExitRule::kHeld);
  Figure2 execution(tsa);
  execution.run();
  execution.learn();
  EXPECT_EQ(tsa.facets().exit, ExitRule::kEither);
  EXPECT_EQ(tsa.requirements().all().size(), 10u);
  EXPECT_EQ(tsa.requirements().covered(), 0u) << "the first test execution starts with nothing covered";
}

// What an execution covered counts when it is learnt from, in whichever process it ran.
TEST(Tsa, KnowsTheSameWhetherTheExecutionRanHereOrElsewhere) {
  Tsa here = with(kTen), elsewhere = with(kTen);
  Figure2 execution(here, 3);
  execution.run();
  Execution finished;
  finished.events = execution.events();
  elsewhere.learn(finished);
  here.learn(finished);
  EXPECT_EQ(uncovered(here), uncovered(elsewhere));
  EXPECT_EQ(here.requirements().covered(), 3u);
  Tsa lost = with(kTen);
  Figure2(lost, 3).run();
  Figure2 next(lost, 4);
  EXPECT_EQ(uncovered(lost).size(), 10u) << "an execution that nobody learnt from has covered nothing";
}

TEST(Tsa, HoldsNobodyBackWhenEverythingIsCovered) {
  Tsa tsa = with({{98, 99}});
  Figure2 execution(tsa);
  execution.run();
  EXPECT_EQ(execution.tally(), Tally{});
}

TEST(Tsa, LetsSomebodyElseRunWhenOneSpins) {
  Tsa tsa = with({{k2a, k2b}});
  const testing::Begun begun(tsa);
  std::set<ThreadId> chosen;
  for (int i = 0; i < 64; ++i)
    chosen.insert(
        tsa.choose(testing::Point({{1, OperationKind::kLock, k2a}, {2, OperationKind::kYield}}, 2, 100))
            .thread);
  EXPECT_TRUE(chosen.contains(1)) << "paused, but the other one may be waiting for it";
  EXPECT_EQ(
      tsa.choose(testing::Point({{1, OperationKind::kLock, k2a}, {2, OperationKind::kYield}}, 2)).thread, 2);
}

}  // namespace
}  // namespace heddle
