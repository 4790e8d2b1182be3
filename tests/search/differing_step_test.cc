#include "search/differing_step.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr StepKind kRead{OperationKind::kRead, 10};
constexpr StepKind kWrite{OperationKind::kWrite, 20};
constexpr StepKind kLock{OperationKind::kLock, 30};

Replayed replay(const Schedule& schedule, const std::vector<StepKind>& steps) {
  Replayed replayed;
  replayed.report.schedule = schedule;
  for (const StepKind& step : steps) {
    replayed.record.steps.push_back(static_cast<std::uint32_t>(replayed.record.kinds.size()));
    replayed.record.kinds.push_back(step);
  }
  return replayed;
}

TEST(DifferingStep, IsNotThereBetweenReplaysThatAreAlike) {
  const Replayed one = replay({{0, 2}, {1, 1}}, {kRead, kWrite, kLock});
  EXPECT_FALSE(first_difference(one, one));
  EXPECT_FALSE(first_difference(one, replay({{0, 2}}, {kRead, kWrite}))) << "as far as both go";
  EXPECT_FALSE(first_difference({}, {}));
}

TEST(DifferingStep, IsTheFirstOne) {
  const Replayed one = replay({{0, 1}, {1, 1}, {0, 2}}, {kRead, kWrite, kLock, kRead});
  const Replayed other = replay({{0, 1}, {1, 1}, {0, 2}}, {kRead, kWrite, kWrite, kLock});
  const auto found = first_difference(one, other);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->step, 2u);
  EXPECT_EQ(found->thread, 0u);
  EXPECT_EQ(found->after, kRead.site) << "the same thread's step before, not the other thread's";
  EXPECT_EQ(found->one, kLock);
  EXPECT_EQ(found->other, kWrite);
}

TEST(DifferingStep, OfTheSameKindIsAtAnotherPlace) {
  const StepKind elsewhere{OperationKind::kRead, 11};
  const auto found = first_difference(replay({{3, 1}}, {kRead}), replay({{3, 1}}, {elsewhere}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->thread, 3u);
  EXPECT_EQ(found->after, kNoSite);
  EXPECT_EQ(found->other, elsewhere);
}

// What the thread was about to do there is not in the record.
TEST(DifferingStep, MayBeTheOneThatLeftTheSchedule) {
  const Replayed one = replay({{0, 1}, {1, 2}}, {kRead, kWrite, kRead});
  Replayed other = replay({{0, 1}, {1, 1}}, {kRead, kWrite});
  other.report.end = End::kDiverged;
  other.report.divergence.thread = 1;
  other.report.divergence.found = kLock;
  const auto found = first_difference(one, other);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->step, 2u);
  EXPECT_EQ(found->after, kWrite.site);
  EXPECT_EQ(found->one, kRead);
  EXPECT_EQ(found->other, kLock);
}

TEST(DifferingStep, IsNotKnownWhereOtherThreadsGoOn) {
  EXPECT_FALSE(first_difference(replay({{0, 1}}, {kRead}), replay({{1, 1}}, {kWrite})));
}

Replayed with_answers(std::vector<KernelAnswer> answers) {
  Replayed replayed;
  replayed.answers = std::move(answers);
  return replayed;
}

TEST(DifferingAnswers, AreThoseToTheSameCalls) {
  constexpr std::uint16_t kReadCall = 1, kStatCall = 2;
  // Step, hash, site, thread, call.
  const Replayed one =
      with_answers({{1, 10, 100, 0, kReadCall}, {5, 11, 200, 1, kStatCall}, {6, 12, 100, 0, kReadCall}});
  EXPECT_TRUE(differing_answers(one, one).empty());
  const Replayed other =
      with_answers({{1, 10, 100, 0, kReadCall}, {6, 13, 100, 0, kReadCall}, {7, 14, 200, 1, kStatCall}});
  const std::vector<KernelAnswer> found = differing_answers(one, other);
  ASSERT_EQ(found.size(), 2u) << "each thread's calls are compared by themselves";
  EXPECT_EQ(found[0].call, kStatCall) << "the earlier one first";
  EXPECT_EQ(found[1].step, 6u);
}

TEST(DifferingAnswers, AreNotLookedForBehindACallThatDiffers) {
  const Replayed one = with_answers({{1, 10, 100, 0, 1}, {2, 20, 300, 0, 1}});
  const Replayed other = with_answers({{1, 10, 101, 0, 1}, {2, 21, 300, 0, 1}});
  EXPECT_TRUE(differing_answers(one, other).empty());
}

TEST(DifferingAnswers, AreEachToldOnce) {
  const Replayed one = with_answers({{1, 1, 100, 0, 1}, {2, 2, 100, 0, 1}});
  const Replayed other = with_answers({{1, 3, 100, 0, 1}, {2, 4, 100, 0, 1}});
  EXPECT_EQ(differing_answers(one, other).size(), 1u);
}

}  // namespace
}  // namespace heddle
