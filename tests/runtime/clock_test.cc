#include "runtime/state/clock.h"

#include <gtest/gtest.h>

#include <limits>

namespace heddle::runtime {
namespace {

constexpr std::uint64_t kSecond = VirtualClock::kSecond;

void read_often(VirtualClock& clock, int times) {
  for (int i = 0; i < times; ++i) clock.read();
}

// How far the next reading moves the clock.
std::uint64_t step(VirtualClock& clock) {
  const std::uint64_t before = clock.now();
  return clock.read() - before;
}

TEST(VirtualClock, StartsAtTheSameTimeInEveryExecution) {
  VirtualClock clock;
  EXPECT_EQ(clock.now(), 1000 * kSecond);
  clock.advance_to(5000 * kSecond);
  clock.begin();
  EXPECT_EQ(clock.now(), 1000 * kSecond);
}

TEST(VirtualClock, MovesALittleWithEveryReading) {
  VirtualClock clock;
  EXPECT_EQ(clock.read(), 1000 * kSecond + 1000);
  EXPECT_EQ(clock.read(), 1000 * kSecond + 2000);
  EXPECT_EQ(clock.now(), 1000 * kSecond + 2000) << "looking at it does not move it";
}

TEST(VirtualClock, DoublesItsStepAfterEveryThousandReadings) {
  VirtualClock clock;
  for (std::uint64_t expected = 1000; expected <= 64'000; expected *= 2) {
    EXPECT_EQ(step(clock), expected);
    read_often(clock, 1022);
    EXPECT_EQ(step(clock), expected);
  }
}

TEST(VirtualClock, GoesBackToSmallStepsWhenThereIsProgress) {
  VirtualClock clock;
  read_often(clock, 5000);
  EXPECT_GT(step(clock), 1000u);
  clock.progress();
  EXPECT_EQ(step(clock), 1000u);
}

TEST(VirtualClock, GoesBackToSmallStepsWithEveryExecution) {
  VirtualClock clock;
  read_often(clock, 5000);
  clock.begin();
  EXPECT_EQ(step(clock), 1000u);
}

TEST(VirtualClock, TakesStepsOfASecondForHours) {
  VirtualClock clock;
  read_often(clock, 1024 * 22);
  EXPECT_EQ(step(clock), 1000ull << 20);
  read_often(clock, 1024 * 8);
  EXPECT_EQ(step(clock), 1000ull << 20);
  EXPECT_GT(clock.now(), 2 * 3600 * kSecond);
}

// No time-out is as long as that: who goes on polling waits for something else.
TEST(VirtualClock, LetsYearsPassThen) {
  constexpr std::uint64_t kYear = 365 * 24 * 3600 * kSecond;
  VirtualClock clock;
  read_often(clock, 1024 * 40);
  EXPECT_FALSE(clock.has_polled_for_years());
  read_often(clock, 1024 * 8);
  EXPECT_TRUE(clock.has_polled_for_years());
  clock.progress();
  EXPECT_FALSE(clock.has_polled_for_years());
  for (int round = 0; round < 10; ++round) {
    read_often(clock, 1024 * 100);
    clock.progress();
  }
  EXPECT_LT(clock.now(), 150 * kYear) << "time must not run over";
  EXPECT_EQ(step(clock), 1000u);
}

TEST(VirtualClock, CountsItsReadings) {
  VirtualClock clock;
  read_often(clock, 5);
  clock.progress();
  read_often(clock, 2);
  EXPECT_EQ(clock.total_readings(), 7u);
  clock.begin();
  EXPECT_EQ(clock.total_readings(), 0u);
}

TEST(VirtualClock, EndsALoopThatPollsForAnHour) {
  VirtualClock clock;
  const std::uint64_t end = clock.now() + 3600 * kSecond;
  int readings = 0;
  while (clock.read() < end) ++readings;
  EXPECT_LT(readings, 30'000);
}

TEST(VirtualClock, MovesToADeadlineAndNeverBack) {
  VirtualClock clock;
  clock.advance_to(2000 * kSecond);
  EXPECT_EQ(clock.now(), 2000 * kSecond);
  clock.advance_to(1500 * kSecond);
  EXPECT_EQ(clock.now(), 2000 * kSecond);
}

TEST(VirtualClock, ShowsTheYear2020OnTheWall) {
  const VirtualClock clock;
  EXPECT_EQ(clock.now() + VirtualClock::offset_of(CLOCK_REALTIME), 1'577'836'800 * kSecond);
  EXPECT_EQ(VirtualClock::offset_of(CLOCK_REALTIME_COARSE), VirtualClock::offset_of(CLOCK_REALTIME));
  for (clockid_t monotonic : {CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_MONOTONIC_COARSE, CLOCK_BOOTTIME})
    EXPECT_EQ(VirtualClock::offset_of(monotonic), 0u) << monotonic;
}

TEST(Timespec, SurvivesARoundTrip) {
  for (std::uint64_t time : {0ull, 1ull, 999'999'999ull, 1'000'000'000ull, 1'577'836'800'123'456'789ull}) {
    EXPECT_EQ(nanoseconds(to_timespec(time)), time);
    EXPECT_LT(to_timespec(time).tv_nsec, 1'000'000'000);
  }
  EXPECT_EQ(to_timespec(2'000'000'003).tv_sec, 2);
  EXPECT_EQ(to_timespec(2'000'000'003).tv_nsec, 3);
}

TEST(Timespec, InThePastIsNow) {
  EXPECT_EQ(nanoseconds({-5, 0}), 0u);
}

// "For ever" is often the largest time there is: a wait for it must not be over at once.
TEST(Timespec, IsStillFarAwayWhenItIsTheLargestThereIs) {
  constexpr time_t kLast = std::numeric_limits<time_t>::max();
  const VirtualClock clock;
  for (const timespec& for_ever : {timespec{kLast, 0}, timespec{kLast, 999'999'999},
                                   timespec{kLast / 1000, 0}, timespec{20'000'000'000, 0}}) {
    SCOPED_TRACE(for_ever.tv_sec);
    EXPECT_GT(nanoseconds(for_ever), 100ull * 365 * 24 * 3600 * kSecond);
    EXPECT_GT(clock.now() + nanoseconds(for_ever), clock.now() + 3600 * kSecond)
        << "and can be added to the clock";
  }
}

}  // namespace
}  // namespace heddle::runtime
