#include "classes/linearizability.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model_object.h"

namespace heddle::classes::linearizability_test {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Answer = Linearization::Answer;

// The calls in the order of a picture: thread (counted from 1), [invoked, returned], call, outcome.
struct Picture {
  History history;

  Picture& call(std::uint32_t thread, std::uint64_t invoked, std::uint64_t returned, Call made,
                Outcome outcome) {
    history.calls.push_back({thread - 1, std::move(made), std::move(outcome), invoked, returned});
    return *this;
  }
  Picture& returns(std::uint32_t thread, std::uint64_t invoked, std::uint64_t returned, Call made,
                   std::string value = "") {
    return call(thread, invoked, returned, std::move(made), Outcome::value(std::move(value)));
  }
  Picture& pending(std::uint32_t thread, std::uint64_t invoked, Call made) {
    history.calls.push_back({thread - 1, std::move(made), std::nullopt, invoked, HistoryCall::kNever});
    return *this;
  }
};

Linearization judged(const Picture& picture, const LinearizabilityOptions& options = {}) {
  ModelObject object;
  SpecificationTree tree(object);
  const Linearization with_keys = linearize(picture.history, tree, options);
  ModelObject without_keys(false);
  SpecificationTree other_tree(without_keys);
  EXPECT_EQ(linearize(picture.history, other_tree, options).answer, with_keys.answer);
  return with_keys;
}

bool is_explained(const Picture& picture, const LinearizabilityOptions& options = {}) {
  return judged(picture, options).answer == Answer::kExplained;
}

Call push(std::uint64_t value) {
  return {kPush, {value}};
}
Call write(std::uint64_t value) {
  return {kWrite, {value}};
}
const Call kPopCall{kPop, {}}, kTakeCall{kTake, {}}, kReadCall{kRead, {}}, kIncrementCall{kIncrement, {}};

TEST(Linearizability, OfNothing) {
  EXPECT_TRUE(is_explained({}));
}

TEST(Linearizability, QueueWhosePushesOverlapMayPopInEitherOrder) {
  Picture picture;
  picture.returns(1, 1, 4, push(1)).returns(2, 2, 3, push(2)).returns(1, 5, 6, kPopCall, "2");
  picture.returns(2, 7, 8, kPopCall, "1");
  const Linearization found = judged(picture);
  EXPECT_EQ(found.answer, Answer::kExplained);
  EXPECT_THAT(found.row, ElementsAre(1, 0, 2, 3));
}

TEST(Linearizability, QueueThatPopsTheSecondFirstIsNone) {
  Picture picture;
  picture.returns(1, 1, 2, push(1)).returns(2, 3, 4, push(2)).returns(1, 5, 6, kPopCall, "2");
  const Linearization found = judged(picture);
  EXPECT_EQ(found.answer, Answer::kNotExplained);
  EXPECT_THAT(found.row, ElementsAre(0, 1));
  ASSERT_THAT(found.misfits, SizeIs(1));
  EXPECT_EQ(found.misfits[0].call, 2u);
  EXPECT_EQ(found.misfits[0].specified, Outcome::value("1"));
  EXPECT_EQ(explain(found, picture.history, kModelNames),
            "No order of the calls explains them all. The longest that explains some:\n"
            "  thread 1: push(1) returned\n"
            "  thread 2: push(2) returned\n"
            "Then thread 1: pop() returned 2, where the specification returned 1.\n");
}

TEST(Linearizability, ExceptionsAreOutcomes) {
  Picture overlapping, after;
  overlapping.returns(1, 1, 4, push(1)).call(2, 2, 3, kPopCall, Outcome::exception("empty"));
  EXPECT_TRUE(is_explained(overlapping));
  after.returns(1, 1, 2, push(1)).call(2, 3, 4, kPopCall, Outcome::exception("empty"));
  EXPECT_FALSE(is_explained(after));
  Picture other;
  other.call(2, 2, 3, kPopCall, Outcome::exception("bad_alloc"));
  EXPECT_FALSE(is_explained(other));
}

TEST(Linearizability, RegisterThatGoesBackInTimeIsNone) {
  Picture picture;
  picture.returns(1, 1, 10, write(1)).returns(2, 2, 3, kReadCall, "1").returns(3, 4, 5, kReadCall, "0");
  EXPECT_FALSE(is_explained(picture)) << "the second read comes after the first";
  Picture overlapping;
  overlapping.returns(1, 1, 10, write(1)).returns(2, 2, 5, kReadCall, "1").returns(3, 4, 6, kReadCall, "0");
  EXPECT_TRUE(is_explained(overlapping));
}

TEST(Linearizability, CounterThatLosesAnIncrementIsNone) {
  Picture lost, fine;
  lost.returns(1, 1, 4, kIncrementCall, "1").returns(2, 2, 3, kIncrementCall, "1");
  EXPECT_FALSE(is_explained(lost));
  fine.returns(1, 1, 4, kIncrementCall, "2").returns(2, 2, 3, kIncrementCall, "1");
  EXPECT_TRUE(is_explained(fine));
}

TEST(Linearizability, SetThatTwoInsertTheSameInto) {
  Picture both, one;
  both.returns(1, 1, 4, {kInsert, {7}}, "true").returns(2, 2, 3, {kInsert, {7}}, "true");
  EXPECT_FALSE(is_explained(both));
  one.returns(1, 1, 4, {kInsert, {7}}, "false").returns(2, 2, 3, {kInsert, {7}}, "true");
  one.returns(1, 5, 6, {kErase, {7}}, "true").returns(2, 7, 8, {kContains, {7}}, "false");
  EXPECT_TRUE(is_explained(one));
}

TEST(Linearizability, APendingCallMayHaveTakenEffectOrNot) {
  Picture effect, none;
  effect.pending(1, 1, push(1)).returns(2, 2, 3, kPopCall, "1");
  EXPECT_TRUE(is_explained(effect));
  none.pending(1, 1, push(1)).call(2, 2, 3, kPopCall, Outcome::exception("empty"));
  EXPECT_TRUE(is_explained(none));
  Picture before;
  before.returns(2, 1, 2, kPopCall, "1").pending(1, 3, push(1));
  EXPECT_FALSE(is_explained(before)) << "not before it was invoked";
}

TEST(Linearizability, ACallThatWouldBlockComesLater) {
  Picture picture;
  picture.returns(1, 1, 4, kTakeCall, "5").returns(2, 2, 3, push(5));
  EXPECT_THAT(judged(picture).row, ElementsAre(1, 0));
  Picture never;
  never.returns(1, 1, 2, kTakeCall, "5").returns(2, 3, 4, push(5));
  const Linearization found = judged(never);
  EXPECT_EQ(found.answer, Answer::kNotExplained);
  ASSERT_THAT(found.misfits, SizeIs(1));
  EXPECT_EQ(found.misfits[0].specified, Outcome::blocks());
}

TEST(Linearizability, TheFinalStateCounts) {
  Picture picture;
  picture.returns(1, 1, 4, push(1)).returns(2, 2, 3, push(2));
  picture.history.final_state = "[2 1 ] 0 0 {}";
  EXPECT_THAT(judged(picture).row, ElementsAre(1, 0));
  picture.history.final_state = "[1 ] 0 0 {}";
  const Linearization found = judged(picture);
  EXPECT_EQ(found.answer, Answer::kNotExplained);
  EXPECT_THAT(found.row, SizeIs(2));
  EXPECT_THAT(found.misfits, IsEmpty());
  EXPECT_EQ(found.specified_final_state, "[1 2 ] 0 0 {}");
  EXPECT_THAT(
      explain(found, picture.history, kModelNames),
      ::testing::HasSubstr("Then [1 ] 0 0 {}, where the specification has [1 2 ] 0 0 {}.\n"));
}

TEST(Linearizability, APendingCallMayExplainTheFinalState) {
  Picture picture;
  picture.returns(1, 1, 2, push(1)).pending(2, 3, push(2));
  picture.history.final_state = "[1 2 ] 0 0 {}";
  EXPECT_TRUE(is_explained(picture));
  picture.history.final_state = "[1 ] 0 0 {}";
  EXPECT_TRUE(is_explained(picture));
  picture.history.final_state = "[2 1 ] 0 0 {}";
  EXPECT_FALSE(is_explained(picture));
}

// Thread 3 is in a call all the time: nobody is quiescent.
// Memory is weak: the pop was later, but knows nothing of the first push.
TEST(Linearizability, KnowledgeOrdersWhereThereIsSome) {
  Picture picture;
  picture.returns(1, 1, 2, push(1)).returns(2, 3, 4, push(2)).returns(2, 5, 6, kPopCall, "2");
  EXPECT_FALSE(is_explained(picture));
  for (HistoryCall& each : picture.history.calls) each.past = {0, 0};
  EXPECT_TRUE(is_explained(picture));
  picture.history.calls[1].past = {1, 0};
  EXPECT_FALSE(is_explained(picture));
}

TEST(QuiescentConsistency, ForgetsTheOrderWhileSomebodyIsBusy) {
  Picture busy;
  busy.returns(3, 1, 20, {kContains, {1}}, "false");
  busy.returns(1, 2, 3, push(1)).returns(1, 4, 5, push(2)).returns(2, 6, 7, kPopCall, "2");
  EXPECT_FALSE(is_explained(busy));
  EXPECT_FALSE(is_explained(busy, {.order = CallOrder::kProgram, .ignored = {}}));
  EXPECT_TRUE(is_explained(busy, {.order = CallOrder::kQuiescent, .ignored = {}}));
}

TEST(QuiescentConsistency, KeepsTheOrderAcrossAQuietTime) {
  Picture quiet;
  quiet.returns(1, 1, 2, push(1)).returns(2, 3, 4, push(2)).returns(1, 5, 6, kPopCall, "2");
  EXPECT_FALSE(is_explained(quiet, {.order = CallOrder::kQuiescent, .ignored = {}}));
}

TEST(ProgramOrder, ForgetsTimesBetweenThreads) {
  Picture stale;
  stale.returns(1, 1, 2, write(1)).returns(2, 3, 4, kReadCall, "0");
  EXPECT_FALSE(is_explained(stale));
  EXPECT_TRUE(is_explained(stale, {.order = CallOrder::kProgram, .ignored = {}}));
}

TEST(Linearizability, IgnoredOperationsMayAnswerWhatTheyLikeButStillAct) {
  Picture picture;
  picture.returns(1, 1, 2, kIncrementCall, "17").returns(2, 3, 4, kIncrementCall, "2");
  EXPECT_FALSE(is_explained(picture));
  EXPECT_TRUE(is_explained(picture, {.order = CallOrder::kRealTime, .ignored = {kIncrement}}));
  Picture acts;
  acts.returns(1, 1, 2, push(1)).returns(1, 3, 4, kPopCall, "9").returns(1, 5, 6, kPopCall, "1");
  EXPECT_FALSE(is_explained(acts));
  Picture ignored;
  ignored.returns(1, 1, 2, write(1), "strange").returns(1, 3, 4, kReadCall, "0");
  EXPECT_FALSE(is_explained(ignored, {.order = CallOrder::kRealTime, .ignored = {kWrite}}));
}

TEST(Linearizability, SpuriousOperationsMayFailAndDoNothing) {
  Picture picture;
  picture.returns(1, 1, 2, {kInsert, {1}}, "false").returns(2, 3, 4, {kContains, {1}}, "false");
  EXPECT_FALSE(is_explained(picture));
  EXPECT_TRUE(is_explained(picture, {.order = CallOrder::kRealTime, .ignored = {}, .spurious = {kInsert}}));
  Picture acted;
  acted.returns(1, 1, 2, {kInsert, {1}}, "false").returns(2, 3, 4, {kContains, {1}}, "true");
  EXPECT_FALSE(is_explained(acted, {.order = CallOrder::kRealTime, .ignored = {}, .spurious = {kInsert}}))
      << "a call that failed has changed nothing";
  Picture lied;
  lied.returns(1, 1, 2, {kInsert, {1}}, "true").returns(2, 3, 4, {kInsert, {1}}, "true");
  EXPECT_FALSE(is_explained(lied, {.order = CallOrder::kRealTime, .ignored = {}, .spurious = {kInsert}}))
      << "only failures may be spurious";
}

// Ten threads write the same and one reads what nobody wrote: 2^10 sets of calls in few states, but 10!
// orders.
TEST(Linearizability, DoesNotLookTwiceAtTheSameCallsInTheSameState) {
  Picture picture;
  for (std::uint32_t thread = 1; thread <= 10; ++thread)
    picture.returns(thread, thread, 100 + thread, write(1));
  picture.returns(11, 50, 200, kReadCall, "9");
  const auto steps = [&](bool has_key) {
    ModelObject object(has_key);
    SpecificationTree tree(object);
    const Linearization found = linearize(
        picture.history, tree, {.order = CallOrder::kRealTime, .ignored = {}, .most_steps = 50'000});
    EXPECT_EQ(found.answer, has_key ? Answer::kNotExplained : Answer::kGivenUp);
    return found.steps;
  };
  EXPECT_LT(steps(true), 20'000u);
  EXPECT_EQ(steps(false), 50'000u);
}

TEST(SpecificationTree, AsksForASequenceOnce) {
  ModelObject object;
  SpecificationTree tree(object);
  EXPECT_EQ(tree.step(push(1)), Outcome::value(""));
  EXPECT_EQ(tree.step(kPopCall), Outcome::value("1"));
  EXPECT_EQ(object.resets, 1u);
  EXPECT_EQ(object.steps, 2u);
  tree.back();
  EXPECT_EQ(tree.step(push(2)), Outcome::value(""));
  EXPECT_EQ(object.resets, 2u) << "it stood behind the pop";
  EXPECT_EQ(object.steps, 4u);
  tree.to_start();
  EXPECT_EQ(tree.step(push(1)), Outcome::value(""));
  EXPECT_EQ(tree.step(kPopCall), Outcome::value("1"));
  EXPECT_EQ(object.steps, 4u) << "known";
  EXPECT_EQ(tree.final_state(), "[] 0 0 {}");
  EXPECT_EQ(tree.final_state(), "[] 0 0 {}");
  EXPECT_EQ(object.steps, 6u);
  EXPECT_EQ(tree.calls_made(), object.steps);
}

TEST(SpecificationTree, ServesAllHistoriesOfATestCase) {
  Picture one, other;
  one.returns(1, 1, 4, push(1)).returns(2, 2, 3, push(2)).returns(1, 5, 6, kPopCall, "1");
  other.returns(1, 1, 3, push(1)).returns(2, 2, 4, push(2)).returns(1, 5, 6, kPopCall, "1");
  ModelObject object;
  SpecificationTree tree(object);
  EXPECT_EQ(linearize(one.history, tree).answer, Answer::kExplained);
  const std::size_t steps = object.steps;
  EXPECT_GT(steps, 0u);
  EXPECT_EQ(linearize(other.history, tree).answer, Answer::kExplained);
  EXPECT_EQ(object.steps, steps);
}

// What such a call does before it waits is not known: it may be what another call answers.
TEST(Linearizability, DoesNotJudgeCallsThatMayActBeforeTheyWait) {
  Picture overlapping, apart;
  overlapping.returns(1, 0, 10, kTakeCall, "2").returns(2, 1, 5, push(1));
  apart.returns(2, 1, 5, push(1)).returns(1, 6, 10, kTakeCall, "2");
  EXPECT_EQ(judged(overlapping).answer, Answer::kNotExplained);
  LinearizabilityOptions options;
  options.acting_first = {kTake};
  EXPECT_EQ(judged(overlapping, options).answer, Answer::kGivenUp);
  EXPECT_EQ(judged(apart, options).answer, Answer::kNotExplained) << "nothing comes while it waits";
}

// take() blocks in every order of these calls, and came back: a call that was made while it waited woke it.
TEST(Linearizability, ACallThatAnotherOneWokeIsExplainedWithIt) {
  EXPECT_TRUE(is_explained(Picture().returns(1, 1, 4, kTakeCall, "9").returns(2, 2, 3, write(5))));
  EXPECT_EQ(judged(Picture().returns(1, 1, 2, kTakeCall, "9").returns(2, 3, 4, write(5))).answer,
            Answer::kNotExplained)
      << "nothing was called while it waited";
  EXPECT_EQ(judged(Picture()
                       .returns(1, 1, 4, kTakeCall, "9")
                       .returns(2, 2, 3, write(5))
                       .returns(2, 5, 6, kReadCall, "7"))
                .answer,
            Answer::kGivenUp)
      << "what a call does that is woken is not known";
}

// Not one that returns in some order: what it returns is known.
TEST(Linearizability, ACallThatReturnsByItselfIsNotTakenForWoken) {
  EXPECT_EQ(judged(Picture()
                       .returns(1, 1, 4, kTakeCall, "1")
                       .returns(2, 2, 5, kTakeCall, "1")
                       .returns(3, 3, 6, push(1)))
                .answer,
            Answer::kNotExplained)
      << "one item, taken twice";
}

}  // namespace
}  // namespace heddle::classes::linearizability_test
