#include <gtest/gtest.h>
#include <set>
#include <string>

#include "analysis/iroot_observer.h"
#include "analysis/iroot_prediction.h"
#include "trace.h"

namespace heddle {
namespace {

using testing::Trace;
using Roots = std::set<std::string>;

constexpr LocationId kX = 1, kY = 2, kM = 3;
constexpr OperationKind kR = OperationKind::kRead, kW = OperationKind::kWrite;

// "1: W10 R20": the idiom, and its events by kind and site.
std::string text_of(const IRoot& root) {
  std::string text = std::to_string(root.idiom) + ":";
  for (std::size_t i = 0; i < root.size(); ++i) {
    const OperationKind kind = root.events[i].kind;
    text += kind == kR                       ? " R"
            : kind == kW                     ? " W"
            : kind == OperationKind::kLock   ? " L"
            : kind == OperationKind::kUnlock ? " U"
                                             : " ?";
    text += std::to_string(root.events[i].site);
  }
  return text;
}

Roots observed(const Trace& trace, IdiomSet idioms) {
  Roots roots;
  IRootObserver observer(idioms);
  for (const Event& event : trace.events())
    observer.add(event, [&](const IRoot& root) { roots.insert(text_of(root)); });
  return roots;
}

Roots predicted(const Trace& trace, IdiomSet idioms) {
  Roots roots;
  for (const IRoot& root : predict_iroots(trace.events(), {.idioms = idioms}))
    EXPECT_TRUE(roots.insert(text_of(root)).second) << "none twice";
  return roots;
}

Trace two_threads() {
  Trace trace;
  return trace.create(0, 1).create(0, 2);
}

constexpr IdiomSet only(std::uint8_t idiom) {
  return static_cast<IdiomSet>(1u << idiom);
}

TEST(IRootObserver, SeesDependencesBetweenThreads) {
  Trace trace = two_threads();
  trace.add(1, kW, kX, 10).add(2, kR, kX, 20).add(2, kR, kX, 21).add(2, kW, kX, 22).add(1, kR, kX, 11);
  EXPECT_EQ(observed(trace, only(1)), (Roots{"1: W10 R20", "1: W10 R21", "1: W10 W22", "1: W22 R11"}));
}

TEST(IRootObserver, SeesWhoTakesALockAfterWhom) {
  Trace trace = two_threads();
  trace.lock(1, kM, 10)
      .add(1, OperationKind::kUnlock, kM, 11)
      .lock(2, kM, 20)
      .add(2, OperationKind::kUnlock, kM, 21);
  trace.lock(2, kM, 22);
  EXPECT_EQ(observed(trace, only(1)), (Roots{"1: U11 L20"}));
}

TEST(IRootObserver, SeesTheOtherIdioms) {
  Trace second = two_threads();
  second.add(1, kR, kX, 10).add(2, kW, kX, 20).add(1, kW, kX, 11);
  EXPECT_EQ(observed(second, only(2)), (Roots{"2: R10 W20 W11"}));
  Trace third = two_threads();
  third.add(1, kW, kX, 10).add(2, kR, kX, 20).add(2, kW, kX, 21).add(1, kR, kX, 11);
  EXPECT_EQ(observed(third, only(3)), (Roots{"3: W10 R20 W21 R11"}));
  Trace fourth = two_threads();
  fourth.add(1, kW, kX, 10).add(2, kR, kX, 20).add(2, kW, kY, 21).add(1, kR, kY, 11);
  EXPECT_EQ(observed(fourth, only(4)), (Roots{"4: W10 R20 W21 R11"}));
  Trace fifth = two_threads();
  fifth.add(1, kW, kX, 10).add(2, kW, kY, 20).add(2, kR, kX, 21).add(1, kR, kY, 11);
  EXPECT_EQ(observed(fifth, only(5)), (Roots{"5: W10 W20 R21 R11"}));
  Trace turned = two_threads();
  turned.add(1, kW, kX, 10).add(2, kW, kY, 20).add(1, kR, kY, 11).add(2, kR, kX, 21);
  EXPECT_EQ(observed(turned, only(5)), (Roots{"5: W10 W20 R21 R11"})) << "the last two may change places";
  EXPECT_EQ(observed(fourth, only(5)), Roots{});
  EXPECT_EQ(observed(fifth, only(4)), Roots{});
}

TEST(IRootPrediction, FindsTheOrderThatWasNotSeen) {
  Trace trace = two_threads();
  trace.add(1, kW, kX, 10).add(2, kR, kX, 20);
  EXPECT_EQ(predicted(trace, only(1)), (Roots{"1: W10 R20", "1: R20 W10"}));
}

TEST(IRootPrediction, KnowsWhatComesBeforeWhat) {
  Trace trace;
  trace.add(0, kW, kX, 10).create(0, 1).add(1, kR, kX, 20).join(0, 1).add(0, kW, kX, 11);
  EXPECT_EQ(predicted(trace, only(1)), (Roots{"1: W10 R20", "1: R20 W11"}));
}

// 10 and 11 are two writes in one critical section: only the last of them can be seen by the other one.
TEST(IRootPrediction, KnowsThatOnlyTheLastOfACriticalSectionIsSeen) {
  Trace trace = two_threads();
  trace.lock(1, kM, 1).add(1, kW, kX, 10).add(1, kW, kX, 11).unlock(1, kM);
  trace.lock(2, kM, 2).add(2, kR, kX, 20).unlock(2, kM);
  const Roots roots = predicted(trace, only(1));
  EXPECT_FALSE(roots.contains("1: W10 R20"));
  EXPECT_TRUE(roots.contains("1: W11 R20"));
  EXPECT_TRUE(roots.contains("1: R20 W10"));
  EXPECT_FALSE(roots.contains("1: R20 W11")) << "10 always comes between them";
}

TEST(IRootPrediction, KnowsThatALockKeepsACriticalSectionTogether) {
  Trace open = two_threads(), locked = two_threads();
  open.add(1, kR, kX, 10).add(1, kW, kX, 11).add(2, kW, kX, 20);
  EXPECT_TRUE(predicted(open, only(2)).contains("2: R10 W20 W11"));
  locked.lock(1, kM, 1).add(1, kR, kX, 10).add(1, kW, kX, 11).unlock(1, kM);
  locked.lock(2, kM, 2).add(2, kW, kX, 20).unlock(2, kM);
  EXPECT_EQ(predicted(locked, only(2)), Roots{});
}

TEST(IRootPrediction, FindsTheOtherIdioms) {
  Trace fourth = two_threads();
  fourth.add(1, kW, kX, 10).add(1, kR, kY, 11).add(2, kR, kX, 20).add(2, kW, kY, 21);
  EXPECT_EQ(predicted(fourth, only(4)), (Roots{"4: W10 R20 W21 R11", "4: R20 W10 R11 W21"}));
  EXPECT_EQ(predicted(fourth, only(5)), Roots{}) << "both go from X to Y";
  Trace fifth = two_threads();
  fifth.add(1, kW, kX, 10).add(1, kW, kY, 11).add(2, kW, kY, 20).add(2, kW, kX, 21);
  EXPECT_EQ(predicted(fifth, only(5)), (Roots{"5: W10 W20 W21 W11", "5: W20 W10 W11 W21"}));
  Trace third = two_threads();
  third.add(1, kW, kX, 10).add(1, kR, kX, 11).add(2, kR, kX, 20).add(2, kW, kX, 21);
  EXPECT_TRUE(predicted(third, only(3)).contains("3: W10 R20 W21 R11"));
}

TEST(IRootPrediction, FindsWhoCanTakeALockAfterWhom) {
  Trace trace = two_threads();
  trace.lock(1, kM, 10)
      .add(1, OperationKind::kUnlock, kM, 11)
      .lock(2, kM, 20)
      .add(2, OperationKind::kUnlock, kM, 21);
  EXPECT_EQ(predicted(trace, only(1)), (Roots{"1: U11 L20", "1: U21 L10"}));
}

// Whatever happened must have been possible: prediction from an execution finds all that it exposed.
TEST(IRootPrediction, ContainsWhatWasObserved) {
  Trace trace = two_threads();
  trace.add(1, kW, kX, 10).add(2, kW, kY, 20).add(2, kR, kX, 21).add(1, kR, kY, 11).add(1, kW, kY, 12);
  trace.add(2, kW, kX, 22).add(1, kR, kX, 13);
  const Roots possible = predicted(trace, kAllIdioms);
  const Roots seen = observed(trace, kAllIdioms);
  EXPECT_GE(seen.size(), 3u);
  for (const std::string& root : seen) EXPECT_TRUE(possible.contains(root)) << root;
}

}  // namespace
}  // namespace heddle
