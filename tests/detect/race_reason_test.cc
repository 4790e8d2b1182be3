#include "detect/race_reason.h"

#include <gtest/gtest.h>

#include "race_program.h"

namespace heddle::race_reason_test {
namespace {

constexpr std::uint64_t kX = 0x1000;
constexpr std::uint64_t kM = 0x2000;
constexpr std::uint64_t kOther = 0x2040;

Guard guard(LocationId lock, bool shared = false) {
  return {lock, shared, 0};
}
RaceLocks locks(const LockSet& first, const LockSet& second) {
  return reason_of({}, first, second).locks;
}

TEST(RaceReason, ComparesLocks) {
  EXPECT_EQ(locks({}, {}), RaceLocks::kNone);
  EXPECT_EQ(locks({guard(1)}, {}), RaceLocks::kOnlyFirst);
  EXPECT_EQ(locks({}, {guard(1)}), RaceLocks::kOnlySecond);
  EXPECT_EQ(locks({guard(1), guard(2)}, {guard(3)}), RaceLocks::kDifferent);
  EXPECT_EQ(locks({guard(1), guard(2, true)}, {guard(2, true)}), RaceLocks::kForReading);
  EXPECT_EQ(locks({guard(1, true)}, {guard(2), guard(1)}), RaceLocks::kCommon);
  EXPECT_EQ(reason_of({}, {guard(1), guard(2, true)}, {guard(2, true)}).common_lock, 2u);
}

// Thread 1 writes at first, thread 2 at last.
template <typename Between>
RaceOrder order(const Between& between) {
  RaceProgram program;
  program.write(1, kX);
  between(program);
  EXPECT_TRUE(program.write(2, kX));
  return reason_of(program.detector.races().front(), {}, {}).order;
}

TEST(RaceReason, SaysWhereTheOrderIsMissing) {
  EXPECT_EQ(order([](RaceProgram&) {}), RaceOrder::kNothingReleased);
  EXPECT_EQ(order([](RaceProgram& program) { program.lock(2, kM); }), RaceOrder::kNothingReleased);
  EXPECT_EQ(order([](RaceProgram& program) { program.unlock(1, kM); }), RaceOrder::kNothingAcquired);
  EXPECT_EQ(order([](RaceProgram& program) {
              program.unlock(1, kM);
              program.lock(2, kOther);
            }),
            RaceOrder::kDifferentObjects);
  EXPECT_EQ(order([](RaceProgram& program) {
              program.create(1, 3);
              program.create(0, 4);
              program.join(2, 4);
            }),
            RaceOrder::kDifferentObjects);
  EXPECT_EQ(order([](RaceProgram& program) {
              program.lock(2, kM);
              program.unlock(2, kM);
              program.unlock(1, kM);
            }),
            RaceOrder::kTooEarly);
  EXPECT_EQ(order([](RaceProgram& program) {
              program.store(0, kM, std::memory_order_release);
              program.store(1, kM, std::memory_order_release);
              program.store(0, kM, std::memory_order_release);
              program.load(2, kM, std::memory_order_acquire);
            }),
            RaceOrder::kNotHandedOver);
}

TEST(RaceReason, DoesNotCountWhatCameBefore) {
  RaceProgram program;
  program.lock(1, kM);
  program.unlock(1, kM);
  program.lock(2, kM);
  program.write(1, kX);
  EXPECT_TRUE(program.read(2, kX));
  EXPECT_EQ(reason_of(program.detector.races().front(), {}, {}).order, RaceOrder::kNothingReleased);
}

}  // namespace
}  // namespace heddle::race_reason_test
