// The random walks on programs that are small enough to know all their interleavings.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "points.h"
#include "strategies/hold.h"
#include "strategies/native.h"
#include "strategies/noise.h"
#include "strategies/portfolio.h"
#include "strategies/pos.h"
#include "strategies/profiled.h"
#include "strategies/random_walk.h"
#include "strategies/surw.h"
#include "strategies/surwp.h"
#include "strategies/urw.h"
#include "toy_program.h"

namespace heddle {
namespace {

using testing::Begun;
using testing::Point;
using testing::ToyProgram;
using testing::ToyThread;

constexpr int kRuns = 20'000;

std::map<std::string, int> orders(const ToyProgram& program, Strategy& strategy, int runs = kRuns) {
  std::map<std::string, int> counts;
  for (int i = 0; i < runs; ++i) ++counts[program.order(strategy, static_cast<std::uint64_t>(i + 1))];
  return counts;
}

// Every order is there, and as often as every other: within five standard deviations.
void expect_uniform(const std::map<std::string, int>& counts, std::size_t expected) {
  EXPECT_EQ(counts.size(), expected);
  int all = 0;
  for (const auto& [order, count] : counts) all += count;
  const double mean = static_cast<double>(all) / static_cast<double>(expected);
  for (const auto& [order, count] : counts) EXPECT_NEAR(count, mean, 5 * std::sqrt(mean)) << order;
}

const ToyProgram kUneven({ToyThread(2, {1}), ToyThread(6, {1})});  // 28 interleavings

TEST(Urw, IsUniformOverTheInterleavings) {
  const Profile profile = kUneven.profile();
  Urw urw(profile);
  expect_uniform(orders(kUneven, urw), 28);
}

TEST(RandomWalk, IsNotUniformOverTheInterleavings) {
  RandomWalk walk;
  const std::map<std::string, int> counts = orders(kUneven, walk);
  EXPECT_GT(counts.at("11222222"), 10 * kRuns / 28 / 2) << "what makes the weighted walk worth while";
}

TEST(Urw, WalksWithoutAProfileToo) {
  const Profile profile;
  Urw urw(profile);
  EXPECT_EQ(orders(kUneven, urw).size(), 28u);
}

// Two accesses of each thread to location 1 among others of its own.
const ToyProgram kSelective({{{2}, {2}, {2}, {1}, {1}}, {{1}, {3}, {3}, {3}, {3}, {3}, {1}}});

std::string order_at(LocationId location, const std::vector<Event>& events) {
  std::string text;
  for (const Event& event : events)
    if (event.location == location) text += std::to_string(event.thread);
  return text;
}

TEST(Surw, IsUniformOverTheOrdersAtTheSharedLocation) {
  const Profile profile = kSelective.profile();
  ASSERT_EQ(profile.shared_locations(), std::vector<LocationId>{1}) << "nobody else uses 2 or 3";
  Surw surw(profile);
  Surwp surwp(profile);
  for (Strategy* strategy : {static_cast<Strategy*>(&surw), static_cast<Strategy*>(&surwp)}) {
    std::map<std::string, int> counts;
    for (std::uint64_t seed = 1; seed <= kRuns; ++seed)
      ++counts[order_at(1, kSelective.run(*strategy, seed))];
    expect_uniform(counts, 6);
  }
}

TEST(Surw, LeavesEveryInterleavingPossible) {
  const ToyProgram program({{{1}, {2}}, {{2}, {1}}});
  const Profile profile = program.profile();
  Surw surw(profile);
  EXPECT_EQ(orders(program, surw, 2000).size(), 6u);
}

TEST(Surwp, RunsThreadsInOnePieceWhereNothingIsSelected) {
  const ToyProgram program({ToyThread(5, {1}), ToyThread(5, {2})});
  const Profile profile = program.profile();
  Surwp surwp(profile);
  const std::map<std::string, int> counts = orders(program, surwp, 200);
  EXPECT_EQ(counts.size(), 2u) << "one after the other";
}

TEST(Pos, IsUniformOverTheOrdersOfARace) {
  const ToyProgram program({{{1}}, {{1}}, {{1}}});
  Pos pos;
  expect_uniform(orders(program, pos), 6);
}

// Without a redraw after the race the thread that lost it would have a low priority left.
TEST(Pos, RedrawsAfterARace) {
  const Operation write{OperationKind::kWrite, 4, kNoThread, 1, 1, 0x1000};
  const Operation other{OperationKind::kWrite, 4, kNoThread, 1, 2, 0x2000};
  const auto share_of_second = [](const Operation& first, const Operation& second) {
    int chosen = 0;
    for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
      Pos pos;
      const Begun begun(pos, seed);
      const Candidate both[] = {{1, &first}, {2, &second}};
      if (pos.choose(
                 {.enabled = both, .current = 0, .current_enabled = false, .step = 0, .without_progress = 0})
              .thread != 1)
        continue;
      pos.executed({1, 1, 1, OperationKind::kWrite, 4, 0});
      const Operation next{OperationKind::kWrite, 4, kNoThread, 1, 3, 0x3000};
      const Candidate then[] = {{1, &next}, {2, &second}};
      chosen +=
          pos.choose(
                 {.enabled = then, .current = 1, .current_enabled = true, .step = 1, .without_progress = 0})
                      .thread == 2
              ? 1
              : 0;
    }
    return chosen / (kRuns / 2.0);
  };
  EXPECT_NEAR(share_of_second(write, write), 0.5, 0.03) << "both draw anew";
  EXPECT_NEAR(share_of_second(write, other), 1.0 / 3, 0.03) << "the second keeps the lower of two numbers";
}

TEST(Hold, HoldsUntilAConflictHasPassed) {
  // Thread 1 has one site at which it can be held to make a difference: before its second access.
  const ToyProgram program({{{1, false, 10}, {1, true, 11}}, {{1, false, 12}, {1, true, 13}}});
  const Profile profile = program.profile();
  EXPECT_EQ(profile.sites().size(), 4u);
  Hold hold(profile);
  const std::map<std::string, int> counts = orders(program, hold, 2000);
  EXPECT_EQ(counts.size(), 6u);
  EXPECT_GT(counts.at("1221"), 100) << "held between its accesses, released by the other's write";
}

TEST(Hold, WalksWithoutAProfileToo) {
  const Profile profile;
  Hold hold(profile);
  EXPECT_GT(orders(kUneven, hold, 500).size(), 2u);
}

TEST(Native, LetsEveryThreadGoAtAboutTheSamePace) {
  const ToyProgram program({ToyThread(200, {1}), ToyThread(200, {1})});
  Native native;
  // Once both have started they take turns.
  int switches = 0;
  const std::string order = program.order(native, 1);
  for (std::size_t i = 1; i < order.size(); ++i) switches += order[i] != order[i - 1] ? 1 : 0;
  EXPECT_GT(switches, 50);
  EXPECT_GT(orders(program, native, 20).size(), 10u) << "with some jitter";
}

TEST(Native, LetsASleeperSleep) {
  Operation sleep, work;
  sleep.kind = OperationKind::kSleep;
  work.kind = OperationKind::kWrite;
  Native native;
  const Begun begun(native);
  for (std::uint64_t step = 0; step < 1000; ++step) {
    const Candidate both[] = {{1, &sleep, 10'000'000}, {2, &work}};
    ASSERT_EQ(
        native
            .choose(
                {.enabled = both, .current = 2, .current_enabled = true, .step = step, .without_progress = 0})
            .thread,
        2)
        << "a thousand operations take less than 10 ms";
    native.executed({1, 1, 2, OperationKind::kWrite, 4, 0});
  }
}

TEST(Noise, DelaysWithTheGivenProbability) {
  const ToyProgram program({ToyThread(50, {1}), ToyThread(50, {1})});
  const auto longest_run = [&](Strategy& strategy) {
    std::size_t longest = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const std::string order = program.order(strategy, seed);
      std::size_t run = 1;
      for (std::size_t i = 1; i < order.size(); ++i) {
        run = order[i] == order[i - 1] ? run + 1 : 1;
        if (order.find('1', i) != std::string::npos && order.find('2', i) != std::string::npos)
          longest = std::max(longest, run);
      }
    }
    return longest;
  };
  using Mode = NoiseOptions::Mode;
  Noise never({Mode::kSleep, 1'000'000, 0}), always({Mode::kYield, 0, 1}),
      often({Mode::kSleep, 10'000'000, 0.1});
  Native native;
  EXPECT_EQ(longest_run(never), longest_run(native)) << "no delay is a native run";
  EXPECT_LE(longest_run(always), 3u) << "whoever yields goes behind the other";
  EXPECT_GE(longest_run(often), 10u) << "somebody sleeps while the other one works";
}

TEST(Profile, CountsThreadsEventsAndWhatIsShared) {
  const ToyProgram program({{{1}, {1}, {2}}, {{1}, {3}}});
  const Profile profile = program.profile();
  EXPECT_TRUE(profile.is_ready());
  EXPECT_EQ(profile.threads(), 3u);
  EXPECT_EQ(profile.events(EventClass::kAll), 7u);
  EXPECT_EQ(profile.events(EventClass::kSync), 2u) << "two threads are created";
  EXPECT_EQ(profile.events(EventClass::kAcquire), 0u);
  EXPECT_EQ(profile.shared_locations(), std::vector<LocationId>{1});
  const Profile::Node first = profile.child(Profile::kMain, 0);
  EXPECT_EQ(profile.events_of(first), 3);
  EXPECT_EQ(profile.child(Profile::kMain, 2), Profile::kUnknown);
  EXPECT_EQ(profile.child(first, 0), Profile::kUnknown);
}

Execution execution_of(std::span<const Event> events, End end, bool exit_held) {
  Execution execution;
  execution.end = end;
  execution.exit_held = exit_held;
  execution.events = events;
  execution.threads.resize(2);
  return execution;
}

TEST(Profile, ForgetsFailedExecutionsOnceThereIsAWholeOne) {
  const Event event{1, 1, 0, OperationKind::kLock, 0, 0};
  const std::vector<Event> many(100, event), few(10, event);
  Profile profile;
  profile.add(execution_of(many, End::kFailed, true));
  EXPECT_EQ(profile.events(EventClass::kAcquire), 100u) << "better than nothing";
  profile.add(execution_of(few, End::kCompleted, true));
  EXPECT_EQ(profile.events(EventClass::kAcquire), 10u);
  profile.add(execution_of(many, End::kFailed, true));
  profile.add(execution_of(many, End::kCompleted, false));
  EXPECT_EQ(profile.events(EventClass::kAcquire), 10u) << "neither of these was whole";
  EXPECT_TRUE(profile.is_ready());
}

TEST(Profile, DoesNotLearnFromWhatAStrategyMadeLong) {
  const Event event{1, 1, 0, OperationKind::kLock, 0, 0};
  const std::vector<Event> usual(10, event), somewhat_longer(30, event), far_too_long(5000, event);
  Profile profile;
  for (std::uint64_t i = 0; i < 32; ++i) profile.add(execution_of(usual, End::kCompleted, true));
  EXPECT_TRUE(profile.wants_next());
  profile.add(execution_of(far_too_long, End::kCompleted, true));
  EXPECT_EQ(profile.events(EventClass::kAcquire), 10u);
  while (!profile.wants_next()) profile.add(execution_of(usual, End::kCompleted, true));
  profile.add(execution_of(somewhat_longer, End::kCompleted, true));
  EXPECT_EQ(profile.events(EventClass::kAcquire), 30u);
}

TEST(Profile, SeesNestedLocks) {
  const auto nests = [](std::initializer_list<OperationKind> kinds) {
    std::vector<Event> events;
    for (const OperationKind kind : kinds) events.push_back({1, 1, 0, kind, 0, 0});
    Profile profile;
    profile.add(execution_of(events, End::kCompleted, true));
    return profile.nests_locks();
  };
  using enum OperationKind;
  EXPECT_FALSE(nests({kLock, kUnlock, kLock, kUnlock}));
  EXPECT_FALSE(nests({kLock, kWait, kRelock, kUnlock}));
  EXPECT_TRUE(nests({kLock, kLock, kUnlock, kUnlock}));
}

TEST(Profiled, LooksAtTheFirstExecutionsAndAtSomeLater) {
  Profiled strategy([](const Profile& profile) { return std::make_unique<Urw>(profile); });
  const Event event{1, 1, 0, OperationKind::kLock, 0, 0};
  int looked_at = 0;
  for (std::uint64_t i = 0; i < 320; ++i) {
    looked_at += strategy.facets().needs.executions ? 1 : 0;
    EXPECT_EQ(strategy.facets().needs.executions, strategy.facets().exit == ExitRule::kHeld);
    EXPECT_EQ(strategy.facets().needs.executed, i >= Profile::kFirstExecutions)
        << "the first ones are plain walks";
    strategy.learn(execution_of({&event, 1}, End::kCompleted, true));
  }
  EXPECT_GE(looked_at, 10);
  EXPECT_LE(looked_at, 20);
}

TEST(Portfolio, TellsWhichMemberItWas) {
  const Profile profile = kUneven.profile();
  Portfolio portfolio(profile);
  std::set<std::string> names;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) names.insert(portfolio.facets().tactic(seed));
  for (const char* name :
       {"surw", "surwp", "pos", "hold", "random:switch=0.1", "pct:depth=3,events=all,fair=true"})
    EXPECT_TRUE(names.contains(name)) << name;
  for (const std::string& name : names) EXPECT_FALSE(name.starts_with("rpro")) << "there are no nested locks";
}

TEST(Portfolio, FollowsTheSeed) {
  const Profile profile = kUneven.profile();
  Portfolio a(profile), b(profile);
  for (std::uint64_t seed = 1; seed <= 200; ++seed) ASSERT_EQ(kUneven.order(a, seed), kUneven.order(b, seed));
}

}  // namespace
}  // namespace heddle
