#include "classes/run/tests_ahead.h"

#include <utility>

namespace heddle::classes {

TestsAhead::Step TestsAhead::first_step(std::unique_ptr<TestChoice> choice) {
  Step step;
  step.test = choice->next();
  step.presumed = choice->usual_outcome();
  step.choice = std::move(choice);
  return step;
}

TestCase TestsAhead::next() {
  if (start_ != nullptr) {
    std::unique_ptr<TestChoice> choice = std::move(start_);
    steps_.clear();
    steps_.push_back(first_step(std::move(choice)));
  }
  return steps_.front().test;
}

const TestCase& TestsAhead::behind(std::size_t distance) {
  while (steps_.size() <= distance) {
    const Step& last = steps_.back();
    auto copy = std::make_unique<TestChoice>(*last.choice);
    copy->feedback(last.test, last.presumed);
    steps_.push_back(first_step(std::move(copy)));
  }
  return steps_[distance].test;
}

void TestsAhead::feedback(const TestChoice::Outcome& outcome) {
  Step& last = steps_.front();
  if (steps_.size() > 1 && outcome == last.presumed) {
    steps_.pop_front();
    return;
  }
  last.choice->feedback(last.test, outcome);
  start_ = std::move(last.choice);
  steps_.clear();
}

}  // namespace heddle::classes
