#include "runtime/state/recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <span>

namespace heddle::runtime {
namespace {

using ::testing::ElementsAre;

class RecordingTest : public ::testing::Test {
 protected:
  // Far larger than what is touched of it.
  void SetUp() override {
    void* memory = mmap(nullptr, sizeof(Recording), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ASSERT_NE(memory, MAP_FAILED);
    recording_ = static_cast<Recording*>(memory);
    recording_->room = {};
    recording_->reset();
  }
  void TearDown() override { munmap(recording_, sizeof(Recording)); }

  void record(const Event& event) { recording_->record(event); }
  void run(std::uint64_t steps, ThreadId next) {
    recording_->running_steps += steps;
    recording_->end_run(next);
  }
  std::span<const heddle::Run> runs() const { return {recording_->schedule, recording_->schedule_count}; }

  Recording* recording_ = nullptr;
};

TEST_F(RecordingTest, KeepsEvents) {
  const Event first{1, 2, 3, OperationKind::kWrite, 4, 5};
  const Event second{6, 7, 8, OperationKind::kExit, 9, 10};
  record(first);
  record(second);
  ASSERT_EQ(recording_->events_count, 2u);
  EXPECT_EQ(recording_->events[0], first);
  EXPECT_EQ(recording_->events[1], second);
  EXPECT_FALSE(recording_->truncated);
}

TEST_F(RecordingTest, SaysWhenThereIsNoMoreRoomForEvents) {
  const Event event{1, 2, 3, OperationKind::kWrite, 4, 5};
  recording_->events_count = Most::events - 1;
  record(event);
  EXPECT_EQ(recording_->events_count, Most::events);
  EXPECT_EQ(recording_->events[Most::events - 1], event);
  EXPECT_FALSE(recording_->truncated);
  record(event);
  EXPECT_EQ(recording_->events_count, Most::events);
  EXPECT_TRUE(recording_->truncated);
}

TEST_F(RecordingTest, KeepsWithinTheMemoryLimit) {
  constexpr std::uint64_t kLimit = std::uint64_t{16} << 20;
  const Room room = Room::in(kLimit);
  EXPECT_LT(room.events * sizeof(Event) + room.schedule * sizeof(heddle::Run) +
                room.changes * sizeof(EnabledChange) + room.explained * sizeof(AccessValue),
            kLimit);
  recording_->room = room;
  recording_->events_count = room.events;
  record({});
  EXPECT_TRUE(recording_->truncated);
  recording_->schedule_count = room.schedule;
  run(1, 1);
  EXPECT_TRUE(recording_->schedule_is_lost);
  EXPECT_EQ(Room::in(~0ull).events, Most::events);
}

TEST_F(RecordingTest, KeepsRuns) {
  run(3, 1);
  run(5, 0);
  run(1, 2);
  EXPECT_THAT(runs(), ElementsAre(heddle::Run{0, 3}, heddle::Run{1, 5}, heddle::Run{0, 1}));
  EXPECT_EQ(recording_->running, 2);
  EXPECT_EQ(recording_->running_steps, 0u);
}

TEST_F(RecordingTest, KeepsNoRunsOfNoSteps) {
  run(0, 1);
  run(0, 2);
  run(4, 0);
  run(0, 0);
  EXPECT_THAT(runs(), ElementsAre(heddle::Run{2, 4}));
}

TEST_F(RecordingTest, SaysWhenThereIsNoMoreRoomForRuns) {
  recording_->schedule_count = Most::schedule - 1;
  run(7, 1);
  EXPECT_EQ(recording_->schedule_count, Most::schedule);
  EXPECT_EQ(recording_->schedule[Most::schedule - 1], (heddle::Run{0, 7}));
  EXPECT_FALSE(recording_->schedule_is_lost);
  run(8, 2);
  EXPECT_EQ(recording_->schedule_count, Most::schedule);
  EXPECT_TRUE(recording_->schedule_is_lost);
  EXPECT_FALSE(recording_->truncated) << "that is about events";
  EXPECT_EQ(recording_->running, 2) << "the count goes on with the right thread";
  EXPECT_EQ(recording_->running_steps, 0u);
}

// A step count of a run has 32 bits.
TEST_F(RecordingTest, LosesNoStepsOfAVeryLongRun) {
  constexpr std::uint64_t kSteps = (1ull << 32) + 5;
  run(kSteps, 1);
  std::uint64_t sum = 0;
  for (const heddle::Run& one : runs()) sum += one.steps;
  EXPECT_TRUE(sum == kSteps || recording_->schedule_is_lost)
      << sum << " of " << kSteps << " steps, and nothing is said";
}

TEST_F(RecordingTest, IsAsNewAfterAReset) {
  record({});
  run(3, 1);
  recording_->steps = recording_->points = recording_->switches = recording_->changes_count = 9;
  recording_->discoveries_count = recording_->report_count = 9;
  recording_->origins_count = 9;
  recording_->time_is_up = TimeIsUp::kOfSearch;
  recording_->end = End::kFailed;
  recording_->truncated = recording_->reached_exit = true;
  recording_->reset();
  for (std::uint64_t count :
       {recording_->steps, recording_->points, recording_->switches, recording_->events_count,
        recording_->schedule_count, recording_->changes_count, recording_->discoveries_count,
        recording_->report_count, recording_->running_steps})
    EXPECT_EQ(count, 0u);
  EXPECT_EQ(recording_->origins_count, 0u);
  EXPECT_EQ(recording_->time_is_up, TimeIsUp::kNo);
  EXPECT_EQ(recording_->running, kMainThread);
  EXPECT_EQ(recording_->end, End::kCompleted);
  EXPECT_FALSE(recording_->truncated || recording_->reached_exit);
}

}  // namespace
}  // namespace heddle::runtime
