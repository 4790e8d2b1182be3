#include "classes/pair_tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "small_models.h"

namespace heddle::classes::testing::pair_tests_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint64_t kResult = Operations::kFirstResult, kThread = Operations::kNumbers;

enum PoolOperation : std::uint32_t { kOpen, kClose, kUse, kLimit, kTotal };

Operations pool() {
  const auto write = AccessType::kWrite, read = AccessType::kRead;
  return Operations(class_model(
      "Pool", {constructor("Pool", {parameter(kIntType)}), touching(method("open", kIntType), "items", write),
               touching(method("close", kVoidType, {parameter(kIntType)}), "items", write),
               touching(method("use", kVoidType, {parameter(kIntType)}), "items", read),
               touching(method("limit", kVoidType), "limit", write),
               touching(const_method("total", kTextType), "total", read)}));
}

const Call kMakePool = {0, {0}};

TEST(SettleResults, MarksWhoGivesOne) {
  TestCase test = {{kMakePool, {kOpen, {}}}, {{{kClose, {kResult}}}, {{kUse, {0}}}}};
  settle_results(test, pool());
  EXPECT_THAT(test.prefix[1].argument_seeds, ElementsAre(kResult));
  EXPECT_THAT(test.suffixes[0][0].argument_seeds, ElementsAre(kResult));
}

TEST(SettleResults, LeavesTheRestAlone) {
  TestCase test = {{kMakePool, {kOpen, {}}}, {{{kClose, {1}}}, {{kUse, {0}}}}};
  const TestCase before = test;
  settle_results(test, pool());
  EXPECT_EQ(test, before);
}

TEST(SettleResults, IsDoneOnce) {
  TestCase test = {{kMakePool, {kOpen, {}}}, {{{kClose, {kResult}}}, {{kUse, {0}}}}};
  settle_results(test, pool());
  const TestCase once = test;
  settle_results(test, pool());
  EXPECT_EQ(test, once);
}

TEST(SettleResults, MakesValuesOfWhatNobodyReturns) {
  TestCase test = {{kMakePool}, {{{kClose, {kResult + 5}}}, {{kUse, {kResult}}}}};
  settle_results(test, pool());
  EXPECT_LT(test.suffixes[0][0].argument_seeds.at(0), kResult);
  EXPECT_LT(test.suffixes[1][0].argument_seeds.at(0), kResult);
}

TEST(SettleResults, MakesValuesOfWhatComesLaterOrFromAnotherThread) {
  TestCase test = {{kMakePool},
                   {{{kClose, {kResult + kThread + 1}}, {kOpen, {}}}, {{kUse, {kResult + kThread + 1}}}}};
  settle_results(test, pool());
  EXPECT_LT(test.suffixes[0][0].argument_seeds.at(0), kResult) << "it comes later";
  EXPECT_THAT(test.suffixes[0][1].argument_seeds, IsEmpty()) << "nobody is given it";
  EXPECT_LT(test.suffixes[1][0].argument_seeds.at(0), kResult) << "another thread has it";
}

// The mark of a giver whose taker was left out goes, too.
TEST(SettleResults, TakesMarksBack) {
  TestCase test = {{kMakePool, {kOpen, {}}}, {{{kClose, {kResult}}}, {{kUse, {0}}}}};
  settle_results(test, pool());
  test.suffixes[0][0] = {kLimit, {}};
  settle_results(test, pool());
  EXPECT_THAT(test.prefix[1].argument_seeds, IsEmpty());
}

TEST(SettleResults, KeepsEqualCallsOfTwoThreadsApart) {
  TestCase test = {
      {kMakePool},
      {{{kOpen, {}}, {kClose, {kResult + kThread}}}, {{kOpen, {}}, {kClose, {kResult + 2 * kThread}}}}};
  settle_results(test, pool());
  EXPECT_THAT(test.suffixes[0][0].argument_seeds, ElementsAre(kResult + kThread));
  EXPECT_THAT(test.suffixes[1][0].argument_seeds, ElementsAre(kResult + 2 * kThread));
  EXPECT_NE(test.suffixes[0][0], test.suffixes[1][0]);
}

std::vector<TestCase> made_with(std::uint64_t seed, const TestShape& shape, int count = 50) {
  const Operations operations = pool();
  Random random(seed);
  TestMaker maker(operations, random);
  std::vector<TestCase> tests;
  for (int i = 0; i < count; ++i) tests.push_back(maker.for_pair(kClose, kUse, shape));
  return tests;
}

TEST(TestMaker, MakesTheSameTestsOfTheSameSeed) {
  const TestShape shape = {3, 4, 3, true};
  EXPECT_EQ(made_with(7, shape), made_with(7, shape));
  EXPECT_NE(made_with(7, shape), made_with(8, shape));
}

bool calls(const CallSequence& calls, std::uint32_t operation) {
  return std::ranges::any_of(calls, [&](const Call& call) { return call.operation == operation; });
}

TEST(TestMaker, HasThePairInTwoThreads) {
  for (const TestCase& test : made_with(1, {3, 2, 3})) {
    ASSERT_EQ(test.suffixes.size(), 3u);
    EXPECT_TRUE(calls(test.suffixes[0], kClose));
    EXPECT_TRUE(calls(test.suffixes[1], kUse));
    EXPECT_FALSE(test.suffixes[2].empty());
  }
}

TEST(TestMaker, KeepsToTheShape) {
  for (const TestCase& test : made_with(1, {2, 3, 2})) {
    EXPECT_GE(test.prefix.size(), 1u);
    EXPECT_LE(test.prefix.size(), 4u);
    for (const CallSequence& suffix : test.suffixes) EXPECT_LE(suffix.size(), 2u);
  }
}

TEST(TestMaker, GivesOnlyResultsThatThereAre) {
  const Operations operations = pool();
  int given = 0;
  for (TestCase test : made_with(3, {2, 4, 3}, 200)) {
    for (const CallSequence& suffix : test.suffixes)
      for (const Call& call : suffix)
        if (call.operation != kOpen && !call.argument_seeds.empty() && call.argument_seeds[0] >= kResult)
          ++given;
    const TestCase before = test;
    settle_results(test, operations);
    EXPECT_EQ(test, before);
  }
  EXPECT_GT(given, 20);
}

TEST(TestMaker, MostlyPreparesWhatThePairUses) {
  int helpful = 0, all = 0;
  for (const TestCase& test : made_with(1, {2, 4, 1, true}, 200))
    for (std::size_t i = 1; i < test.prefix.size(); ++i) {
      ++all;
      if (test.prefix[i].operation == kOpen || test.prefix[i].operation == kClose) ++helpful;
    }
  ASSERT_GT(all, 200);
  EXPECT_GT(helpful, all * 8 / 10);
  EXPECT_LT(helpful, all) << "anything may help now and then";
}

TEST(TestMaker, GivesACallDifferentArgumentsMoreOftenThanNot) {
  const Operations operations(class_model(
      "Text", {constructor("Text"), method("cut", kVoidType, {parameter(kIntType), parameter(kIntType)})}));
  Random random(1);
  TestMaker maker(operations, random);
  int equal = 0;
  for (int i = 0; i < 1000; ++i) {
    const Call call = maker.for_pair(0, 0, {2, 0, 1}).suffixes[0].front();
    if (call.argument_seeds[0] == call.argument_seeds[1]) ++equal;
  }
  EXPECT_LT(equal, 300);
  EXPECT_GT(equal, 50) << "equal ones may be what it takes";
}

TEST(TestMaker, AvoidsBeforeTheThreadsWhatFailsAlone) {
  const Operations operations = pool();
  Random random(1);
  TestMaker maker(operations, random);
  const TestCase constructed = maker.for_pair(kUse, kUse, {2, 0, 1});
  TestCase closed = constructed;
  closed.prefix.push_back({kClose, {}});
  maker.learn_from_beginning(closed, false);  // the constructor may be what fails
  bool is_closed = false;
  for (int i = 0; i < 100; ++i) {
    const TestCase test = maker.for_pair(kClose, kUse, {2, 4, 1, true});
    for (std::size_t call = 1; call < test.prefix.size(); ++call)
      is_closed = is_closed || test.prefix[call].operation == static_cast<std::uint32_t>(kClose);
  }
  EXPECT_TRUE(is_closed);
  maker.learn_from_beginning(constructed, true);
  maker.learn_from_beginning(closed, false);
  for (int i = 0; i < 100; ++i) {
    const TestCase test = maker.for_pair(kClose, kUse, {2, 4, 1, i % 2 == 0});
    for (std::size_t call = 1; call < test.prefix.size(); ++call)
      EXPECT_NE(test.prefix[call].operation, static_cast<std::uint32_t>(kClose));
    EXPECT_TRUE(calls(test.suffixes[0], kClose));
  }
}

TEST(TestMaker, CallsNoConstructorAgainThatFails) {
  const Operations operations(class_model(
      "Queue", {constructor("Queue"), constructor("Queue", {parameter(kIntType)}), method("pop", kIntType)}));
  Random random(1);
  TestMaker maker(operations, random);
  TestCase failed = maker.for_pair(0, 0, {2, 0, 1});
  failed.prefix = {Call{0, {}}};
  maker.learn_from_beginning(failed, false);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(maker.for_pair(0, 0, {2, 0, 1}).prefix.front().operation, 1u);
}

}  // namespace
}  // namespace heddle::classes::testing::pair_tests_test
