#include "strategies/complete/graph_search.h"

#include <gtest/gtest.h>

#include "scripted_threads.h"

namespace heddle::complete::testing {
namespace {

constexpr std::uint32_t kBarrier = 2;

struct Found {
  std::map<std::string, bool> behaviours;
  std::size_t executions = 0;
  std::size_t given_up = 0;  // on the way: an update turned out to write
  std::size_t failed = 0;
  std::size_t twice = 0;
  std::size_t contradictions = 0;
  std::size_t depth = 0;
};

std::size_t choice_of(const GraphSearch& search, Thread thread, unsigned step) {
  for (const EventId id : search.graph().of_thread(thread))
    if (search.graph()[id].step == step) return search.graph()[id].choice;
  return 0;
}

Found search(const Threads& threads, Blocked blocked = Blocked::kIsLetGo, std::size_t most = 1'000'000) {
  GraphSearch search(std::make_unique<SequentialConsistency>(), blocked);
  for (Place i = 0; i < 4; ++i) search.set_initial(kBarriers + i, {.most = kBarrier});
  for (Place i = 0; i < 30; ++i) search.set_initial(kMutexes + i, {});
  Found found;
  for (; !search.is_exhausted() && found.executions < most;) {
    World world(threads, kBarrier);
    std::vector<unsigned> steps(threads.size());
    search.begin();
    for (;;) {
      std::vector<GraphSearch::Candidate> enabled;
      for (Thread thread = 0; thread < threads.size(); ++thread)
        if (world.can_go_on(thread, true)) enabled.push_back({thread, world.next(thread)});
      if (enabled.empty() || search.is_over()) break;
      // The engine does not ask who goes on if there is only one.
      const Thread chosen = enabled.size() == 1 ? enabled.front().thread : search.choose(enabled);
      if (chosen == kNobody) break;
      const Step step = world.next(chosen);
      const bool wrote = world.perform(chosen, choice_of(search, chosen, steps[chosen]));
      ++steps[chosen];
      search.performed(chosen, step, wrote);
    }
    if (search.is_contradicted()) {
      ++found.contradictions;
      return found;
    }
    std::vector<GraphSearch::Candidate> waiting, able;
    for (Thread thread = 0; thread < threads.size(); ++thread)
      if (!world.is_over(thread) && world.exists(thread) && thread != world.failed())
        (world.could_go_on(thread) ? able : waiting).push_back({thread, world.next(thread)});
    if (world.failed() != kNobody) {
      ++found.failed;
      found.behaviours.emplace(world.failure(), true);
      search.came_to_dead_end(world.failed(), waiting, able);
      if (!search.is_contradicted()) continue;
      ++found.contradictions;
      return found;
    }
    if (search.is_over() || search.is_in_vain()) {
      ++found.given_up;
    } else {
      ++found.executions;
      found.twice += found.behaviours.emplace(world.behaviour(), !world.all_over()).second ? 0 : 1;
    }
    found.depth = std::max(found.depth, search.depth());
    search.ended(waiting);
    if (search.is_contradicted()) {
      ++found.contradictions;
      return found;
    }
  }
  return found;
}

std::string text_of(const Threads& threads) {
  std::string text;
  for (const auto& ops : threads) {
    for (const Op& op : ops)
      text += std::to_string(op.kind) + "(" + std::to_string(op.x) + "," + std::to_string(op.a) + "," +
              std::to_string(op.b) + ") ";
    text += "| ";
  }
  return text;
}

void expect_all(const Threads& threads, Blocked blocked) {
  const std::map<std::string, bool> wanted = all_behaviours(World(threads, kBarrier));
  const Found found = search(threads, blocked);
  EXPECT_EQ(found.contradictions, 0u) << text_of(threads);
  EXPECT_EQ(found.twice, 0u) << text_of(threads);
  EXPECT_EQ(found.behaviours.size(), wanted.size()) << text_of(threads);
  EXPECT_EQ(found.behaviours, wanted) << text_of(threads);
}

std::size_t count(const Threads& threads) {
  const Found found = search(threads);
  EXPECT_EQ(found.contradictions, 0u);
  EXPECT_EQ(found.twice, 0u);
  EXPECT_EQ(found.behaviours.size(), found.executions);
  return found.executions;
}

Threads repeat(std::size_t times, const std::vector<Op>& ops) {
  return Threads(times, ops);
}

TEST(GraphSearch, CountsWhatGenMcCounts) {
  EXPECT_EQ(count(repeat(3, {{Op::kAdd, 0, 1}})), 6u);
  EXPECT_EQ(count(repeat(4, {{Op::kAdd, 0, 1}})), 24u);
  EXPECT_EQ(count(repeat(5, {{Op::kAdd, 0, 1}})), 120u);
  EXPECT_EQ(count(repeat(3, {{Op::kLock}, {Op::kAdd, 0, 1}, {Op::kUnlock}})), 6u);
  EXPECT_EQ(count(repeat(5, {{Op::kLock}, {Op::kUnlock}})), 120u);
  EXPECT_EQ(count(repeat(2, {{Op::kLock, 0}, {Op::kUnlock, 0}, {Op::kLock, 1}, {Op::kUnlock, 1}})), 4u);
  EXPECT_EQ(count(repeat(3, {{Op::kLock, 0}, {Op::kUnlock, 0}, {Op::kLock, 1}, {Op::kUnlock, 1}})), 36u);
  Threads writers, readers = {{{Op::kStore, 0, 1}}}, buffers, chain;
  for (int i = 0; i < 5; ++i) writers.push_back({{Op::kStore, 0, i + 1}});
  for (int i = 0; i < 6; ++i) readers.push_back({{Op::kLoad, 0}});
  for (int i = 0; i < 5; ++i) buffers.push_back({{Op::kStore, i, 1}, {Op::kLoad, (i + 1) % 5}});
  for (int i = 0; i < 5; ++i) chain.push_back({{Op::kCompareExchange, 0, i, i + 1}});
  EXPECT_EQ(count(writers), 120u);
  EXPECT_EQ(count(readers), 64u);
  EXPECT_EQ(count(buffers), 31u);
  EXPECT_EQ(count(chain), 43u);
  std::vector<Op> counter;
  for (int i = 0; i < 3; ++i) {
    counter.push_back({Op::kLoad, 0});
    counter.push_back({Op::kStore, 0, i});
  }
  EXPECT_EQ(count(repeat(2, counter)), 328u);
}

Op random_access(Random& random, int& value) {
  const int x = static_cast<int>(random.below(2));
  switch (random.below(4)) {
    case 0:
      return {Op::kStore, x, value++};
    case 1:
      return {Op::kAdd, x, 1};
    case 2:
      return {Op::kCompareExchange, x, static_cast<int>(random.below(2)), value++};
    default:
      return {Op::kLoad, x};
  }
}

// What the threads of a random program may use.
struct Uses {
  bool locks = false;
  bool shared_locks = false;
  bool conditions = false;
  bool semaphores = false;
  bool tries = false;  // of semaphores
  bool failures = false;
};

Threads random_threads(Random& random, const Uses& uses, std::size_t most = 9) {
  Threads threads(2 + random.below(3));
  int value = 1;
  std::size_t left = most;
  for (auto& ops : threads) {
    std::vector<int> held, held_alone;
    const std::size_t length = std::min<std::size_t>(left, 1 + random.below(4));
    left -= length;
    for (std::size_t i = 0; i < length; ++i) {
      const int m = static_cast<int>(random.below(2));
      const bool holds = std::find(held.begin(), held.end(), m) != held.end();
      if (uses.failures && random.below(4) == 0) {
        ops.push_back({Op::kFailIf, m, static_cast<int>(random.below(3))});
      } else if (uses.locks && random.coin()) {
        if (holds) {
          ops.push_back({Op::kUnlock, m});
          std::erase(held, m);
          std::erase(held_alone, m);
        } else if (random.below(3) == 0) {
          ops.push_back({uses.shared_locks && random.coin() ? Op::kTryLockShared : Op::kTryLock, m});
          ops.push_back(random_access(random, value));
          ops.push_back({Op::kUnlockIfHeld, m});
        } else {
          const bool shares = uses.shared_locks && random.coin();
          ops.push_back({shares ? Op::kLockShared : Op::kLock, m});
          held.push_back(m);
          if (!shares) held_alone.push_back(m);
        }
      } else if (uses.conditions && random.coin()) {
        if (!held_alone.empty() && random.coin())
          ops.push_back({Op::kWait, 0, held_alone.back()});
        else
          ops.push_back({random.coin() ? Op::kSignal : Op::kBroadcast, 0});
      } else if (uses.semaphores && random.coin()) {
        constexpr Op::Kind kKinds[] = {Op::kPost, Op::kTake, Op::kArrive, Op::kTryTake};
        ops.push_back({kKinds[random.below(uses.tries ? 4 : 3)], 0});
      } else {
        ops.push_back(random_access(random, value));
      }
    }
    for (const int m : held)
      if (random.below(10) != 0) ops.push_back({Op::kUnlock, m});
  }
  if (random.below(4) != 0) return threads;
  // A main thread that creates the others and waits for them.
  std::vector<Op> main;
  for (std::size_t i = 0; i < threads.size(); ++i) main.push_back({Op::kCreate, static_cast<int>(i + 1)});
  for (std::size_t i = 0; i < threads.size(); ++i) main.push_back({Op::kJoin, static_cast<int>(i + 1)});
  main.push_back({Op::kLoad, 0});
  threads.insert(threads.begin(), main);
  return threads;
}

constexpr int kPrograms = HEDDLE_FULL_TESTS ? 20'000 : 150;

TEST(GraphSearch, MeetsEveryBehaviourOfAccessesOnce) {
  Random random(1);
  for (int i = 0; i < kPrograms && !HasFailure(); ++i)
    expect_all(random_threads(random, {}), i % 2 == 0 ? Blocked::kIsLetGo : Blocked::kStays);
}

TEST(GraphSearch, MeetsEveryBehaviourOfBlockingOperationsOnce) {
  Random random(2);
  for (int i = 0; i < kPrograms && !HasFailure(); ++i) {
    const Uses uses{
        .locks = random.below(4) != 0, .conditions = random.coin(), .semaphores = random.below(3) == 0};
    expect_all(random_threads(random, uses), Blocked::kIsLetGo);
  }
}

TEST(GraphSearch, MeetsEveryBehaviourOfThoseThatStayBlockedOnce) {
  Random random(3);
  for (int i = 0; i < kPrograms && !HasFailure(); ++i) {
    const Uses uses{.locks = random.below(4) != 0,
                    .shared_locks = random.coin(),
                    .conditions = random.below(3) == 0,
                    .semaphores = random.below(3) == 0,
                    .tries = true};
    expect_all(random_threads(random, uses), Blocked::kStays);
  }
}

// What others still do behind a failure is not seen: it comes first.
TEST(GraphSearch, MeetsEveryBehaviourAndFailureOfThreadsThatFail) {
  Random random(4);
  for (int i = 0; i < kPrograms && !HasFailure(); ++i) {
    const Uses uses{.locks = random.coin(),
                    .conditions = random.below(3) == 0,
                    .semaphores = random.below(3) == 0,
                    .tries = random.coin(),
                    .failures = true};
    expect_all(random_threads(random, uses, 8), Blocked::kStays);
  }
}

}  // namespace
}  // namespace heddle::complete::testing
