#include "runtime/isolation/finished_ring.h"

#include <gtest/gtest.h>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <memory>
#include <vector>

#include "event/random.h"

namespace heddle::runtime {
namespace {

class FinishedRingTest : public ::testing::Test {
 protected:
  FinishedRingTest() : ring_(FinishedRing::map()) {}
  ~FinishedRingTest() override { munmap(ring_, sizeof(FinishedRing)); }

  static Finished numbered(std::uint64_t number) {
    Finished finished{};
    finished.number = number;
    finished.steps = number * 3;
    return finished;
  }

  FinishedRing* ring_;
};

TEST_F(FinishedRingTest, StartsEmptyAndOpen) {
  Finished finished{};
  FinishedArrays arrays;
  EXPECT_TRUE(ring_->is_empty());
  EXPECT_FALSE(ring_->is_closed());
  EXPECT_FALSE(ring_->take(finished, arrays));
}

TEST_F(FinishedRingTest, PassesASumOn) {
  Passed sum;
  sum.first = 7;
  sum.count = 3;
  sum.totals.executions = 3;
  sum.failures[1] = {99, 2};
  FinishedArrays put;
  put.passed = {&sum, 1};
  Finished finished = numbered(7);
  finished.content = Finished::Content::kPassed;
  ring_->put(finished, put, FinishedRing::Urgency::kHigh);
  FinishedArrays arrays;
  ASSERT_TRUE(ring_->take(finished, arrays));
  EXPECT_EQ(finished.content, Finished::Content::kPassed);
  ASSERT_EQ(arrays.passed.size(), 1u);
  EXPECT_EQ(arrays.passed[0].count, 3u);
  EXPECT_EQ(arrays.passed[0].totals.executions, 3u);
  EXPECT_EQ(arrays.passed[0].failures[1].times, 2u);
}

TEST_F(FinishedRingTest, KeepsASumOfAWorkerThatIsKilled) {
  Passed sum;
  ring_->keep(sum);
  EXPECT_EQ(ring_->kept().count, 0u);
  const pid_t worker = fork();
  if (worker == 0) {
    for (sum.count = 1;; ++sum.count) {
      sum.totals.executions = sum.count;
      ring_->keep(sum);
    }
  }
  while (ring_->kept().count < 1000) usleep(100);
  kill(worker, SIGKILL);
  waitpid(worker, nullptr, 0);
  EXPECT_GE(ring_->kept().count, 1000u);
  EXPECT_EQ(ring_->kept().totals.executions, ring_->kept().count);
  ring_->reset();
  EXPECT_EQ(ring_->kept().count, 0u);
}

TEST_F(FinishedRingTest, GivesBackWhatWasPut) {
  const std::vector<ThreadOrigin> origins{{kNoThread, 0}, {0, 1}};
  const std::vector<std::uint8_t> report{1, 2, 3};
  std::vector<Event> events(5);
  events[4].detail = 77;
  FinishedArrays put;
  put.origins = origins;
  put.report = report;
  put.events = events;
  ring_->put(numbered(9), put);
  EXPECT_FALSE(ring_->is_empty());
  Finished finished{};
  FinishedArrays arrays;
  ASSERT_TRUE(ring_->take(finished, arrays));
  EXPECT_EQ(finished.number, 9u);
  EXPECT_EQ(finished.steps, 27u);
  ASSERT_EQ(arrays.origins.size(), 2u);
  EXPECT_EQ(arrays.origins[1].ordinal, 1);
  EXPECT_EQ(std::vector<std::uint8_t>(arrays.report.begin(), arrays.report.end()), report);
  ASSERT_EQ(arrays.events.size(), 5u);
  EXPECT_EQ(arrays.events[4].detail, 77u);
  EXPECT_TRUE(arrays.schedule.empty());
  EXPECT_TRUE(ring_->is_empty());
}

// Many laps, with a writer that is stopped again and again by a full ring, in a process of its own as in real
// life.
TEST_F(FinishedRingTest, LosesNothingBetweenTwoProcesses) {
  constexpr std::uint64_t kCount = 3000;
  const std::vector<std::uint8_t> bytes(50'000, 7);
  const pid_t writer = fork();
  if (writer == 0) {
    for (std::uint64_t i = 0; i < kCount; ++i) {
      FinishedArrays arrays;
      arrays.report = std::span(bytes).first(i * 37 % bytes.size());
      ring_->put(numbered(i), arrays);
    }
    ring_->close();
    _exit(0);
  }
  std::uint64_t expected = 0;
  for (;;) {
    Finished finished{};
    FinishedArrays arrays;
    if (ring_->take(finished, arrays)) {
      ASSERT_EQ(finished.number, expected);
      ASSERT_EQ(arrays.report.size(), expected * 37 % bytes.size());
      if (!arrays.report.empty()) {
        ASSERT_EQ(arrays.report.back(), 7);
      }
      ++expected;
    } else if (ring_->is_closed() && ring_->is_empty()) {
      break;
    } else {
      ring_->wait(100);
    }
  }
  EXPECT_EQ(expected, kCount);
  waitpid(writer, nullptr, 0);
}

// Whatever is not empty can be taken: a gap at the end of a lap is never there alone.
TEST_F(FinishedRingTest, GivesEntriesThatHardlyFit) {
  constexpr std::uint64_t kCount = 40;
  const std::vector<std::uint8_t> bytes(8'000'000, 7);
  const pid_t writer = fork();
  if (writer == 0) {
    for (std::uint64_t i = 0; i < kCount; ++i) {
      FinishedArrays arrays;
      arrays.report = std::span(bytes).first(bytes.size() - i * 100'000);
      ring_->put(numbered(i), arrays);
    }
    ring_->close();
    _exit(0);
  }
  for (std::uint64_t i = 0; i < kCount; ++i) {
    ring_->give_back();
    while (ring_->is_empty() && !ring_->is_closed()) ring_->wait(100);
    Finished finished{};
    FinishedArrays arrays;
    ASSERT_TRUE(ring_->take(finished, arrays)) << i;
    ASSERT_EQ(finished.number, i);
    ASSERT_EQ(arrays.report.size(), bytes.size() - i * 100'000);
  }
  waitpid(writer, nullptr, 0);
}

TEST_F(FinishedRingTest, HasNoRoomForWhatIsLargerThanHalfOfIt) {
  const std::vector<Event> events(1'000'000);
  FinishedArrays arrays;
  arrays.events = std::span(events).first(1000);
  EXPECT_TRUE(FinishedRing::fits(arrays));
  arrays.events = events;
  EXPECT_FALSE(FinishedRing::fits(arrays));
}

// A program that writes where it should not may hit the ring. The reader is never sent outside of it.
TEST_F(FinishedRingTest, SurvivesGarbage) {
  const auto is_inside = [this](const auto& array) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(array.data());
    const auto* start = reinterpret_cast<const unsigned char*>(ring_);
    return array.empty() || (bytes >= start && bytes + array.size_bytes() <= start + sizeof(FinishedRing));
  };
  const std::vector<std::uint8_t> report(200, 1);
  const std::vector<Event> events(5);
  FinishedArrays put;
  put.report = report;
  put.events = events;
  constexpr int kRounds = 5000;
  constexpr std::size_t kFirst = sizeof(FinishedRing) - FinishedRing::kSize;  // the entry
  constexpr std::size_t kReach = 600;
  Random random(11);
  int taken = 0;
  for (int round = 0; round < kRounds; ++round) {
    ring_->reset();
    ring_->put(numbered(1), put);
    auto* bytes = reinterpret_cast<unsigned char*>(ring_);
    for (std::uint64_t k = 1 + random.below(8); k > 0; --k)
      bytes[kFirst + random.below(kReach)] = static_cast<unsigned char>(random.below(256));
    Finished finished{};
    FinishedArrays arrays;
    if (!ring_->take(finished, arrays)) continue;
    ++taken;
    ASSERT_TRUE(is_inside(arrays.passed) && is_inside(arrays.origins) && is_inside(arrays.discoveries) &&
                is_inside(arrays.report) && is_inside(arrays.modules) && is_inside(arrays.changes) &&
                is_inside(arrays.schedule) && is_inside(arrays.events) && is_inside(arrays.notes) &&
                is_inside(arrays.values) && is_inside(arrays.order_notes) && is_inside(arrays.told))
        << "round " << round;
  }
  EXPECT_GT(taken, kRounds / 2);
  EXPECT_LT(taken, kRounds);
}

}  // namespace
}  // namespace heddle::runtime
