// Every test within bounds, once: counts that are worked out by hand.
#include "classes/all_tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "small_models.h"

namespace heddle::classes {
namespace {

using testing::class_model;
using testing::constructor;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::kBoolType;
using testing::kIntType;
using testing::kVoidType;
using testing::method;
using testing::parameter;
using ::testing::SizeIs;

// Three calls: put(1), put(2), take().
Operations stack() {
  return Operations(class_model(
      "Stack",
      {constructor("Stack"), method("put", kVoidType, {parameter(kIntType)}), method("take", kBoolType)}));
}

std::vector<TestCase> all_of(AllTests tests) {
  std::vector<TestCase> all;
  while (const std::optional<TestCase> test = tests.next()) all.push_back(*test);
  return all;
}

// What a test is, whichever thread makes which calls.
TestCase sorted(TestCase test) {
  std::ranges::sort(test.suffixes);
  return test;
}

std::set<TestCase> different(const std::vector<TestCase>& tests) {
  std::set<TestCase> all;
  for (const TestCase& each : tests) all.insert(sorted(each));
  return all;
}

std::size_t calls_of(const TestCase& test) {
  std::size_t calls = 0;
  for (const CallSequence& suffix : test.suffixes) calls += suffix.size();
  return calls;
}

TEST(AllTests, OneCallOfEachThreadIsEveryPair) {
  const Operations operations = stack();
  const AllTests tests(operations, {2, 1, 2});
  EXPECT_EQ(tests.size(), 6u);  // of three calls, 3 with itself and 3 with another one
  const std::vector<TestCase> all = all_of(tests);
  EXPECT_THAT(all, SizeIs(6));
  EXPECT_THAT(different(all), SizeIs(6));
}

TEST(AllTests, SpreadsCallsOverThreadsInEveryWay) {
  const Operations operations = stack();
  const AllTests tests(operations, {2, 2, 2});
  // 3 sequences of one call, 9 of two: 6 pairs of the former, 27 of both, 45 of the latter.
  EXPECT_EQ(tests.size(), 6u + 27u + 45u);
  const std::vector<TestCase> all = all_of(tests);
  EXPECT_THAT(all, SizeIs(78));
  EXPECT_THAT(different(all), SizeIs(78));
  EXPECT_TRUE(std::ranges::is_sorted(all, {}, calls_of));
  EXPECT_TRUE(std::ranges::all_of(all, [](const TestCase& test) {
    return test.prefix.size() == 1 && test.suffixes.size() == 2 &&
           std::ranges::all_of(test.suffixes,
                               [](const CallSequence& each) { return !each.empty() && each.size() <= 2; });
  }));
}

TEST(AllTests, HasFewerThreadsToo) {
  const Operations operations = stack();
  const AllTests tests(operations, {3, 1, 1});
  // put(1) and take(): 3 pairs, and 4 selections of three.
  EXPECT_EQ(tests.size(), 7u);
  const std::vector<TestCase> all = all_of(tests);
  EXPECT_THAT(different(all), SizeIs(7));
  EXPECT_THAT(all.front().suffixes, SizeIs(2));
  EXPECT_THAT(all.back().suffixes, SizeIs(3));
}

TEST(AllTests, ThreadsWithRolesAreNotAlike) {
  const Operations operations = stack();
  // The first thread alone puts: 2 calls of the one, 1 of the other; with up to two calls (2 + 4) (1 + 1).
  const Roles roles({{0}, {1}});
  EXPECT_EQ(AllTests(operations, {2, 1, 2}, roles).size(), 2u);
  const AllTests tests(operations, {2, 2, 2}, roles);
  EXPECT_EQ(tests.size(), 12u);
  const std::vector<TestCase> all = all_of(tests);
  EXPECT_THAT(different(all), SizeIs(12));
  for (const TestCase& each : all)
    for (std::size_t thread = 0; thread < 2; ++thread)
      for (const Call& call : each.suffixes[thread]) EXPECT_EQ(call.operation, thread);
}

TEST(AllTests, MakesEachObjectByEachConstructor) {
  const Operations operations(
      class_model("Cell", {constructor("Cell"), constructor("Cell", {parameter(kIntType)}),
                           method("swap", kIntType, {parameter(kIntType), parameter(kBoolType)})}));
  // Cell(), Cell(1), Cell(2), Cell(0); three values and two are six calls: 21 pairs.
  const AllTests tests(operations, {2, 1, 3});
  EXPECT_THAT(tests.constructors(), SizeIs(4));
  EXPECT_EQ(tests.size(), 4u * 21u);
  EXPECT_THAT(different(all_of(tests)), SizeIs(84));
  EXPECT_THAT(AllTests::arguments(operations, 3).at("int"), ElementsAre("1", "2", "0"));
  EXPECT_THAT(AllTests::arguments(operations, 3).at("bool"), ElementsAre("true", "false"));
}

TEST(AllTests, ThereAreNoneWithoutConstructorOrMethod) {
  const Operations nothing(class_model("Stack", {constructor("Stack")}));
  EXPECT_EQ(AllTests(nothing, {2, 2, 2}).size(), 0u);
  EXPECT_THAT(all_of(AllTests(nothing, {2, 2, 2})), IsEmpty());
}

TEST(AllTests, CountsWhatNobodyCouldRun) {
  const Operations operations = stack();
  EXPECT_EQ(AllTests(operations, {8, 8, 7}).size(), ~std::uint64_t{0});
}

}  // namespace
}  // namespace heddle::classes
