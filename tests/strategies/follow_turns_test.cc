#include "strategies/follow_turns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "points.h"

namespace heddle {
namespace {

using ::testing::ElementsAre;
using testing::Next;
using testing::Point;

constexpr std::uint64_t kLong = 1000;

Turn turn(const std::string& thread, std::uint64_t until) {
  return {ThreadNameHashes::of_name(thread), until};
}

// Main has created main.0 (thread 1) and main.1 (thread 2).
class FollowTurnsTest : public ::testing::Test {
 protected:
  void follow(const std::vector<Turn>& turns, NotedSteps noted = NotedSteps::kPreemptions) {
    strategy_ = std::make_unique<FollowTurns>(turns, kLong, noted);
    notes_ = 0;
    strategy_->begin({.execution = 0,
                      .random = random_,
                      .locations = locations_,
                      .tally = nullptr,
                      .notes = Notes(room_, notes_)});
    for (const ThreadId created : {ThreadId{1}, ThreadId{2}})
      strategy_->executed({0, 1, 0, OperationKind::kThreadCreate, 0, created});
    current_ = 0;
    step_ = 2;
  }

  // The next steps, as long as these threads are enabled.
  std::vector<ThreadId> go(std::initializer_list<Next> enabled, int steps,
                           std::uint64_t without_progress = 0) {
    std::vector<ThreadId> chosen;
    for (int i = 0; i < steps; ++i) {
      const Point point(enabled, current_, without_progress);
      Choice choice = point;
      choice.step = step_;
      current_ = strategy_->choose(choice).thread;
      chosen.push_back(current_);
      if (current_ == kNoThread) break;
      strategy_->executed({0, 1, current_, OperationKind::kRead, 0, 0});
      ++step_;
    }
    return chosen;
  }

  std::vector<std::uint32_t> noted() const { return {room_, room_ + notes_}; }

  std::unique_ptr<FollowTurns> strategy_;
  Random random_{1};
  LocationTable locations_;
  std::uint32_t room_[64] = {};
  std::uint64_t notes_ = 0;
  ThreadId current_ = 0;
  std::uint64_t step_ = 0;
};

TEST_F(FollowTurnsTest, GivesEachThreadItsTurns) {
  follow({turn("main", 3), turn("main.0", 1), turn("main.1", 2), turn("main.0", 3)});
  EXPECT_THAT(go({{0}, {1}, {2}}, 6), ElementsAre(0, 1, 2, 2, 1, 1));
}

TEST_F(FollowTurnsTest, NotesWhereAThreadIsLeftThatCouldGoOn) {
  follow({turn("main", 3), turn("main.0", 1), turn("main.1", 2), turn("main.0", 3)});
  go({{0}, {1}, {2}}, 6);
  EXPECT_THAT(noted(), ElementsAre(3, 4, 6));
}

// What was taken away from the plan is made up for in the thread's next turn.
TEST_F(FollowTurnsTest, CountsInTheThreadsOwnOperations) {
  follow({turn("main", 3), turn("main.1", 2), turn("main.0", 3)});
  EXPECT_THAT(go({{0}, {1}, {2}}, 6), ElementsAre(0, 2, 2, 1, 1, 1));
}

TEST_F(FollowTurnsTest, KeepsTheTurnOfAThreadThatCannotGoOn) {
  follow({turn("main.0", 1), turn("main", 4), turn("main.1", 2)});
  EXPECT_THAT(go({{0}, {2}}, 1), ElementsAre(0)) << "main.0 is blocked";
  EXPECT_THAT(go({{0}, {1}, {2}}, 1), ElementsAre(0)) << "nobody is preempted for it";
  EXPECT_THAT(go({{0}, {1}, {2}}, 3), ElementsAre(1, 2, 2));
}

TEST_F(FollowTurnsTest, GoesOnWithoutPreemptionWhereThePlanEnds) {
  follow({turn("main.1", 1)});
  EXPECT_THAT(go({{0}, {1}, {2}}, 3), ElementsAre(2, 2, 2));
  EXPECT_THAT(go({{0}, {1}}, 2), ElementsAre(0, 0)) << "the oldest that can";
}

TEST_F(FollowTurnsTest, GoesAsFarAsPossible) {
  follow({turn("main.1", kAsFarAsPossible), turn("main.0", kAsFarAsPossible)});
  EXPECT_THAT(go({{0}, {1}, {2}}, 2), ElementsAre(2, 2));
  EXPECT_THAT(go({{0}, {1}}, 2), ElementsAre(1, 1)) << "main.1 is blocked";
  EXPECT_THAT(go({{0}, {1}, {2}}, 1), ElementsAre(1)) << "it is not preempted for main.1";
  EXPECT_THAT(go({{0}, {2}}, 1), ElementsAre(2));
  EXPECT_THAT(noted(), ElementsAre(2)) << "only main could have gone on";
}

TEST_F(FollowTurnsTest, LetsOthersGoOnWhileAThreadSleeps) {
  follow({turn("main.0", kAsFarAsPossible), turn("main.1", kAsFarAsPossible)});
  EXPECT_THAT(go({{1}, {2}}, 1), ElementsAre(1));
  EXPECT_THAT(go({{1, OperationKind::kSleep}, {2}}, 2), ElementsAre(2, 2));
  EXPECT_THAT(go({{1, OperationKind::kSleep}, {2, OperationKind::kYield}}, 2), ElementsAre(1, 2));
  EXPECT_THAT(noted(), ElementsAre()) << "whoever sleeps or yields offers its place";
}

TEST_F(FollowTurnsTest, EndsASleepWhereThePlanSaysSo) {
  follow({turn("main.0", 2), turn("main.1", kAsFarAsPossible)});
  EXPECT_THAT(go({{1, OperationKind::kSleep}, {2}}, 3), ElementsAre(1, 1, 2));
}

TEST_F(FollowTurnsTest, LetsEverybodyGoOnWhenAThreadSpins) {
  follow({turn("main.0", kAsFarAsPossible)});
  go({{0}, {1}, {2}}, 1);
  std::vector<ThreadId> chosen = go({{0}, {1}, {2}}, 300, SpinWatch::kPatience);
  for (const ThreadId thread : {0, 1, 2}) EXPECT_THAT(chosen, ::testing::Contains(thread));
  EXPECT_THAT(noted(), ElementsAre(2)) << "a thread that spins is not preempted";
}

TEST_F(FollowTurnsTest, GivesUpAnExecutionThatDoesNotEnd) {
  follow({turn("main", kAsFarAsPossible)});
  const std::vector<ThreadId> chosen = go({{0}}, 2000);
  EXPECT_EQ(chosen.size(), kLong - 2 + 1);
  EXPECT_EQ(chosen.back(), kNoThread);
  EXPECT_EQ(strategy_->facets().divergence, nullptr) << "it is abandoned, not diverged";
}

TEST_F(FollowTurnsTest, KnowsThreadsByTheirNames) {
  follow({turn("main.0.0", 1), turn("main.1", 1)});
  strategy_->executed({0, 1, 1, OperationKind::kThreadCreate, 0, 3});
  EXPECT_THAT(go({{0}, {1}, {2}, {3}}, 2), ElementsAre(3, 2));
}

TEST_F(FollowTurnsTest, StartsAgainWithEveryExecution) {
  follow({turn("main", 3), turn("main.0", 1)});
  EXPECT_THAT(go({{0}, {1}, {2}}, 2), ElementsAre(0, 1));
  strategy_->begin({.execution = 0, .random = random_, .locations = locations_});
  current_ = 0;
  EXPECT_THAT(go({{0}}, 3), ElementsAre(0, 0, 0));
}

TEST_F(FollowTurnsTest, NotesAddressesWhereTheyAreWanted) {
  follow({turn("main", kAsFarAsPossible)}, NotedSteps::kAddresses);
  Operation operation;
  operation.address = 0x1234'5678'9abcull;
  const Candidate candidate{0, &operation};
  strategy_->choose(
      {.enabled = {&candidate, 1}, .current = 0, .current_enabled = true, .step = 2, .without_progress = 0});
  strategy_->executed({0, 1, 0, OperationKind::kRead, 0, 0});
  EXPECT_THAT(addresses_in(noted()), ElementsAre(0, 0, operation.address)) << "an address for every event";
}

TEST(ThreadNames, AreTheSameNumbersSpeltOutAndLearnt) {
  ThreadNameHashes names;
  names.look_for_creation({0, 1, 0, OperationKind::kThreadCreate, 0, 1});
  names.look_for_creation({0, 1, 0, OperationKind::kThreadCreate, 0, 2});
  names.look_for_creation({0, 1, 2, OperationKind::kThreadCreate, 0, 3});
  EXPECT_EQ(names.of(0), ThreadNameHashes::of_name("main"));
  EXPECT_EQ(names.of(2), ThreadNameHashes::of_name("main.1"));
  EXPECT_EQ(names.of(3), ThreadNameHashes::of_name("main.1.0"));
  EXPECT_NE(ThreadNameHashes::of_name("main.1.0"), ThreadNameHashes::of_name("main.10"));
}

// Told apart from the turns: seen whenever the thread comes to that operation.
TEST_F(FollowTurnsTest, SightsBelongToOperations) {
  follow({turn("main.0", 1), sight_of(ThreadNameHashes::of_name("main.0"), 2, 1)});
  const Operation load{.kind = OperationKind::kAtomicLoad};
  const auto store_of = [&](ThreadId thread, std::uint32_t count) {
    return strategy_->choose_store(
        {.thread = thread, .operation = load, .count = count, .step = 0, .without_progress = 0});
  };
  EXPECT_EQ(store_of(1, 2), 0u);
  EXPECT_THAT(go({{1}, {2}}, 1), ElementsAre(1));
  EXPECT_EQ(store_of(2, 2), 0u);
  EXPECT_EQ(store_of(1, 2), 1u);
  EXPECT_EQ(store_of(1, 1), 0u) << "there is no second store";
}

}  // namespace
}  // namespace heddle
