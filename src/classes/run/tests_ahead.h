// The tests that a choice of tests makes, and those that will come behind them if each shows what such tests
// mostly show. The tests themselves do not depend on whether that was right.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>

#include "classes/run/test_choice.h"

namespace heddle::classes {

class TestsAhead {
 public:
  explicit TestsAhead(std::unique_ptr<TestChoice> choice) : start_(std::move(choice)) {}

  // The next test; it is asked for once the last one's outcome is told.
  TestCase next();
  // The test that probably comes so many behind it: 1 is the next one.
  const TestCase& behind(std::size_t distance);
  void feedback(const TestChoice::Outcome& outcome);

  // With all outcomes that were told.
  const TestChoice& choice() const { return start_ != nullptr ? *start_ : *steps_.front().choice; }

 private:
  // A test, the choice as it was behind it, and what is presumed to come of the test.
  struct Step {
    TestCase test;
    std::unique_ptr<TestChoice> choice;
    TestChoice::Outcome presumed;
  };

  static Step first_step(std::unique_ptr<TestChoice> choice);

  std::unique_ptr<TestChoice> start_;  // that makes the next test, if that is not known already
  std::deque<Step> steps_;             // the first is the test that is being run
};

}  // namespace heddle::classes
