#include "strategies/iroot.h"

#include <algorithm>

namespace heddle {

namespace {

constexpr double kSwitch[] = {RandomWalk::kUniform, 0.5, 0.2, 0.05};

}  // namespace

bool ActiveTesting::profiles_next() const {
  return executions_ < kFirstProfiles || target_ == IRootCandidates::kNone ||
         executions_ % kProfilePeriod == 0;
}

void ActiveTesting::begin(const RunContext& run) {
  random_ = &run.random;
  tally_ = run.tally;
  aims_ = !profiles_next();
  if (!aims_) {
    walk_ = RandomWalk(kSwitch[executions_ / (executions_ < kFirstProfiles ? 1 : kProfilePeriod) % 4]);
    walk_.begin(run);
    return;
  }
  automaton_.begin(candidates_.all()[target_].root);
  if (tally_ != nullptr) ++tally_[kAimed];
}

Decision ActiveTesting::choose(const Choice& choice) {
  return aims_ ? Decision::go(automaton_.choose(choice, *random_)) : walk_.choose(choice);
}

void ActiveTesting::executed(const Event& event) {
  if (!aims_) return;
  const bool before = automaton_.is_exposed();
  automaton_.executed(event);
  if (!before && automaton_.is_exposed() && tally_ != nullptr) ++tally_[kExposed];
}

// A root that nobody predicted is never aimed at.
Lesson ActiveTesting::learn(const Execution& execution) {
  const bool profiled = profiles_next();
  Lesson lesson = Lesson::kNone;
  IRootObserver observer(options_.idioms);
  for (const Event& event : execution.events)
    observer.add(event, [&](const IRoot& root) {
      const bool is_candidate = candidates_.knows(root);
      if (candidates_.expose(root, execution.number))
        lesson = std::max(lesson, is_candidate ? Lesson::kNews : Lesson::kNoted);
    });
  if (profiled)
    for (const IRoot& root : predict_iroots(execution.events, {.idioms = options_.idioms}))
      if (candidates_.predict(root)) lesson = Lesson::kNews;
  go_on(profiled);
  return lesson;
}

void ActiveTesting::go_on(bool profiled) {
  if (!profiled && !candidates_.all()[target_].exposed) candidates_.note_failure(target_);
  ++executions_;
  target_ = candidates_.fewest_tried(options_.failures);
}

void ActiveTesting::pass_over(const PassedOver& executions) {
  for (std::uint64_t i = 0; i < executions.count; ++i) go_on(profiles_next());
}

std::string ActiveTesting::tactic(std::uint64_t) const {
  return profiles_next() ? "random" : "";
}

}  // namespace heddle
