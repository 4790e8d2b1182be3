#include "detect/recurrence.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>

namespace heddle {
namespace {

// Threads that go through the places of a loop. Who may run, and what the memory holds, a test says.
class Loops {
 public:
  using Step = Recurrence::Step;

  explicit Loops(std::vector<std::uint64_t> lengths) : lengths_(std::move(lengths)), at_(lengths_.size()) {
    for (ThreadId thread = 0; thread < lengths_.size(); ++thread) enabled_.push_back(thread);
  }

  // Until so many laps ended as they began. False: it gave up.
  bool comes_back(unsigned laps = 2, const Recurrence::Bounds& bounds = {2000, 32, 32}) {
    Recurrence recurrence;
    recurrence.begin(lengths_.size(), bounds);
    unsigned same = 0;
    std::uint64_t reference = 0;
    for (ThreadId running = 0;;) {
      Step step = recurrence.arrived(running, state_of(running), enabled_);
      if (step == Step::kLap) {
        if (memory() == reference) {
          if (++same == laps) return true;
          step = recurrence.came_back(enabled_);
        } else {
          step = recurrence.differs(enabled_);
        }
      }
      if (step == Step::kReference) {
        reference = memory();
        same = 0;
      }
      if (step == Step::kGiveUp) return false;
      running = recurrence.next();
      EXPECT_NE(std::find(enabled_.begin(), enabled_.end(), running), enabled_.end()) << "it cannot run";
      at_[running] = (at_[running] + 1) % lengths_[running];
      ++steps_[running];
      if (after_step) after_step(running);
    }
  }

  void set_enabled(ThreadId thread, bool enabled) {
    std::erase(enabled_, thread);
    if (enabled) enabled_.insert(std::lower_bound(enabled_.begin(), enabled_.end(), thread), thread);
  }
  std::uint64_t place(ThreadId thread) const { return at_[thread]; }
  std::uint64_t steps(ThreadId thread) { return steps_[thread]; }

  std::function<void(ThreadId)> after_step;
  std::function<std::uint64_t()> memory = [] { return 0; };
  std::function<std::uint64_t(ThreadId)> variable = [](ThreadId) { return 0; };

 private:
  LocalState state_of(ThreadId thread) const {
    LocalState state;
    state.words = {at_[thread], 0, 0, 0, variable(thread)};
    return state;
  }

  std::vector<std::uint64_t> lengths_;
  std::vector<std::uint64_t> at_;
  std::vector<ThreadId> enabled_;
  std::map<ThreadId, std::uint64_t> steps_;
};

TEST(Recurrence, SeesAThreadThatSpins) {
  Loops loops({1});
  EXPECT_TRUE(loops.comes_back());
  EXPECT_LE(loops.steps(0), 3u);
}

// The product of the loops' lengths would be 30,030.
TEST(Recurrence, TakesAsLongAsTheLoopsNotAsTheirProduct) {
  Loops loops({2, 3, 5, 7, 11, 13});
  EXPECT_TRUE(loops.comes_back());
  for (ThreadId thread = 0; thread < 6; ++thread) {
    EXPECT_GE(loops.steps(thread), 2u) << "everybody took part";
    EXPECT_LE(loops.steps(thread), 4 * 13u);
  }
}

TEST(Recurrence, DoesNotSeeAThreadThatCounts) {
  Loops loops({2, 2});
  std::uint64_t count = 0;
  loops.after_step = [&](ThreadId) { ++count; };
  loops.variable = [&](ThreadId thread) { return thread == 1 ? count : 0; };
  EXPECT_FALSE(loops.comes_back());
  EXPECT_LE(loops.steps(0) + loops.steps(1), 200u) << "it gives up soon";
}

TEST(Recurrence, DoesNotSeeMemoryThatCounts) {
  Loops loops({2, 2});
  std::uint64_t count = 0;
  loops.after_step = [&](ThreadId) { ++count; };
  loops.memory = [&] { return count; };
  EXPECT_FALSE(loops.comes_back());
}

TEST(Recurrence, SeesACycleOfSeveralLaps) {
  Loops loops({2, 3});
  loops.memory = [&] { return loops.steps(1) / 3 % 5; };
  EXPECT_TRUE(loops.comes_back());
}

TEST(Recurrence, SeesAVariableThatRunsThroughAFewValues) {
  Loops loops({2, 1});
  loops.variable = [&](ThreadId thread) { return loops.steps(thread) / 2 % 7; };
  EXPECT_TRUE(loops.comes_back());
}

// Both take the same lock, hold it at their second place, and wait for it at their first.
TEST(Recurrence, SeesThreadsThatTakeTurnsAtALock) {
  Loops loops({2, 2});
  loops.after_step = [&](ThreadId) {
    for (ThreadId thread : {0, 1}) {
      const bool other_has_it = loops.place(1 - thread) == 1;
      loops.set_enabled(thread, loops.place(thread) == 1 || !other_has_it);
    }
  };
  EXPECT_TRUE(loops.comes_back());
  EXPECT_GE(loops.steps(0), 2u);
  EXPECT_GE(loops.steps(1), 2u);
}

// The second one can run only while the first is at its second place; it would end the program.
TEST(Recurrence, IsFairToAThreadThatCanRunNowAndThen) {
  Loops loops({3, 1});
  loops.set_enabled(1, false);
  bool ended = false;
  loops.after_step = [&](ThreadId thread) {
    ended = ended || thread == 1;
    loops.set_enabled(1, loops.place(0) == 1);
  };
  loops.memory = [&] { return ended ? loops.steps(0) : 0; };
  loops.comes_back();
  EXPECT_TRUE(ended);
}

TEST(Recurrence, GivesUpWhereALoopIsTooLong) {
  Loops loops({5000});
  EXPECT_FALSE(loops.comes_back());
  EXPECT_TRUE(loops.comes_back(2, {20'000, 32, 32}));
}

// ---- Time.

constexpr std::uint64_t kSecond = 1'000'000'000, kNow = 4000 * kSecond, kWall = 1'577'836'800 * kSecond;
constexpr std::uint64_t kLater = 10'001'000;

LocalState at_time(std::vector<std::uint64_t> words, std::uint64_t passed) {
  return {std::move(words), kNow + passed, kNow + kWall + passed, passed};
}

TEST(SameState, LetsTimesMoveWithTheClock) {
  EXPECT_TRUE(is_same(at_time({7, kNow - 5}, 0), at_time({7, kNow - 5 + kLater}, kLater)));
  EXPECT_TRUE(is_same(at_time({7, kNow + kWall + 5}, 0), at_time({7, kNow + kWall + 5 + kLater}, kLater)));
  EXPECT_TRUE(is_same(at_time({7, 4000, 999'999'999, 8}, 0), at_time({7, 4001, kLater - 1, 8}, kLater)))
      << "seconds and nanoseconds";
}

TEST(SameState, MayHoldHalfOfATimeInAGap) {
  constexpr std::uint64_t kClock = std::uint64_t{1} << 32;
  const auto left = [&](std::uint64_t time) { return kClock | static_cast<std::uint32_t>(time); };
  EXPECT_TRUE(is_same(at_time({7, left(kNow)}, 0), at_time({7, left(kNow + kLater)}, kLater)));
  EXPECT_FALSE(is_same(at_time({7, left(kNow)}, 0), at_time({7, left(kNow + kLater + 1)}, kLater)));
  EXPECT_FALSE(is_same(at_time({7, kClock}, 0), at_time({7, kClock + kLater}, kLater))) << "added up from 0";
}

TEST(SameState, MayHoldTheNanosecondsOfATimeInAGap) {
  constexpr std::uint64_t kFlag = std::uint64_t{1} << 32;
  const LocalState before = at_time({4000, 500, kFlag | 500}, 0);
  EXPECT_TRUE(is_same(before, at_time({4000, 500 + kLater, kFlag | (500 + kLater)}, kLater)));
  EXPECT_FALSE(is_same(before, at_time({4000, 500 + kLater, kFlag | (501 + kLater)}, kLater)));
  EXPECT_FALSE(is_same(before, at_time({4000, 500 + kLater, 2 * kFlag | (500 + kLater)}, kLater)));
}

TEST(SameState, IsNotOneThatMovedOtherwise) {
  EXPECT_FALSE(is_same(at_time({7, kNow}, 0), at_time({8, kNow + kLater}, kLater))) << "a counter";
  EXPECT_FALSE(is_same(at_time({7, kNow}, 0), at_time({7, kNow + kLater + 1}, kLater)));
  EXPECT_FALSE(is_same(at_time({7, kLater}, 0), at_time({7, 2 * kLater}, kLater)))
      << "the time that was slept, added up";
  EXPECT_FALSE(is_same(at_time({7, 30}, 0), at_time({7}, kLater)));
}

TEST(SameState, IsTheSameToTheLetterWhereNobodyReadTheClock) {
  LocalState before = at_time({7, kNow}, 0), after = at_time({7, kNow + kLater}, kLater);
  before.readings = after.readings = 3;
  EXPECT_FALSE(is_same(before, after));
  after.words = before.words;
  EXPECT_TRUE(is_same(before, after));
}

}  // namespace
}  // namespace heddle
