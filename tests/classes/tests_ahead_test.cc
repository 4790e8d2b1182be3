// The tests that are presumed to come are those that come, as long as the outcomes are those that were
// presumed; otherwise a choice that never looked ahead makes the same tests.
#include "classes/run/tests_ahead.h"

#include <gtest/gtest.h>

#include "small_models.h"

namespace heddle::classes::testing::tests_ahead_test {
namespace {

Operations counter() {
  return Operations(class_model(
      "Counter", {constructor("Counter"),
                  touching(method("add", kIntType, {parameter(kIntType)}), "value_", AccessType::kWrite),
                  touching(const_method("get", kIntType), "value_", AccessType::kRead)}));
}

std::unique_ptr<TestChoice> choice_of(const Operations& operations, const std::string& algorithm) {
  TestChoice::Options options;
  options.algorithm = algorithm;
  Result<std::unique_ptr<TestChoice>> made = TestChoice::make(operations, options);
  EXPECT_TRUE(made);
  return std::move(*made);
}

// Neither always what is presumed nor never.
TestChoice::Outcome outcome_of(int test) {
  return {test % 3 != 0, test % 7 != 0, test % 11 == 5};
}

class TestsThatComeNext : public ::testing::TestWithParam<const char*> {};

TEST_P(TestsThatComeNext, DoNotDependOnLookingAhead) {
  const Operations operations = counter();
  TestsAhead plain(choice_of(operations, GetParam())), ahead(choice_of(operations, GetParam()));
  for (int i = 0; i < 200; ++i) {
    const TestCase test = plain.next();
    ASSERT_EQ(ahead.next(), test) << i;
    for (int distance = 1; distance < i % 5; ++distance) ahead.behind(distance);
    plain.feedback(outcome_of(i));
    ahead.feedback(outcome_of(i));
    EXPECT_EQ(ahead.choice().covered(), plain.choice().covered());
  }
}

TEST_P(TestsThatComeNext, AreThoseThatWereSeenAhead) {
  const Operations operations = counter();
  TestsAhead tests(choice_of(operations, GetParam()));
  tests.next();
  for (int i = 0; i < 50; ++i) {
    const TestCase first = tests.behind(1), second = tests.behind(2);
    tests.feedback(tests.choice().usual_outcome());
    EXPECT_EQ(tests.next(), first) << i;
    EXPECT_EQ(tests.behind(1), second) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, TestsThatComeNext,
                         ::testing::Values("auto", "bc-contest", "contege", "autocontest", "random"),
                         [](const auto& algorithm) {
                           std::string name = algorithm.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace heddle::classes::testing::tests_ahead_test
