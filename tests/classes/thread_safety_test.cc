#include "classes/thread_safety.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model_object.h"

namespace heddle::classes::thread_safety_test {
namespace {

using namespace testing;
using ::testing::ElementsAre;

const Call kPushCall{kPush, {1}}, kPopCall{kPop, {}}, kTakeCall{kTake, {}};

std::optional<std::vector<Call>> shown(const Outcome& failure, const std::vector<CallSequence>& suffixes) {
  ModelObject object, without_key(false);
  SpecificationTree tree(object), other_tree(without_key);
  const auto found = shown_sequentially(failure, suffixes, tree);
  EXPECT_EQ(shown_sequentially(failure, suffixes, other_tree).has_value(), found.has_value());
  return found;
}

TEST(ThreadSafety, AnExceptionThatSomeOrderOfTheCallsShowsIsNoBug) {
  const auto way = shown(Outcome::exception("empty"), {{kPushCall}, {kPopCall}});
  ASSERT_TRUE(way.has_value());
  EXPECT_THAT(*way, ElementsAre(kPopCall));
}

TEST(ThreadSafety, AnExceptionThatNoOrderShowsIsOne) {
  EXPECT_FALSE(shown(Outcome::exception("empty"), {{kPushCall, kPopCall}, {kPushCall}}).has_value());
  EXPECT_FALSE(shown(Outcome::exception("bad_alloc"), {{kPushCall}, {kPopCall}}).has_value());
}

TEST(ThreadSafety, ADeadlockThatSomeOrderShowsIsNoBug) {
  EXPECT_FALSE(shown(Outcome::blocks(), {{kTakeCall}, {kPushCall}}).has_value()) << "the push comes";
  EXPECT_FALSE(shown(Outcome::blocks(), {{kPushCall}, {kPushCall}}).has_value()) << "nobody waits";
  const auto way = shown(Outcome::blocks(), {{kTakeCall, kTakeCall}, {kPushCall}});
  ASSERT_TRUE(way.has_value());
  EXPECT_THAT(*way, ElementsAre(kPushCall, kTakeCall));
}

// Ends the program when it is destroyed with something in its queue.
class StrictObject : public ModelObject {
 public:
  std::optional<Outcome> end() override {
    if (final_state().starts_with("[]")) return std::nullopt;
    return Outcome::crash("assertion");
  }
};

TEST(ThreadSafety, ADestructorThatFailsAfterSomeOrderIsNoBug) {
  StrictObject object;
  SpecificationTree tree(object);
  const Outcome failure = Outcome::crash("assertion");
  const auto in_destructor = [&](const std::vector<CallSequence>& suffixes) {
    return shown_sequentially(failure, suffixes, tree, FailsIn::kDestructor).has_value();
  };
  EXPECT_TRUE(in_destructor({{kPushCall}, {kPushCall}}));
  EXPECT_FALSE(in_destructor({{kPushCall, kPopCall}, {kPushCall, kPopCall}})) << "nothing is left";
  EXPECT_FALSE(shown_sequentially(failure, {{kPushCall}, {kPushCall}}, tree)) << "no call fails";
}

// No thread pushes: take() returns only where something else wakes it.
TEST(ThreadSafety, WhatComesAfterACallThatIsWokenIsLookedAt) {
  const Call read{kRead, {}};
  EXPECT_TRUE(shown(Outcome::exception("empty"), {{kTakeCall, kPopCall}, {read}}).has_value());
  EXPECT_FALSE(shown(Outcome::exception("empty"), {{kTakeCall, read}, {read}}).has_value());
}

}  // namespace
}  // namespace heddle::classes::thread_safety_test
