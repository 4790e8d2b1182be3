#include "strategies/iroot.h"

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

void ActiveTesting::learn(const Execution& execution) {
  const bool profiled = profiles_next();
  IRootObserver observer(options_.idioms);
  for (const Event& event : execution.events)
    observer.add(event, [&](const IRoot& root) { candidates_.expose(root, execution.number); });
  if (profiled)
    for (const IRoot& root : predict_iroots(execution.events, {.idioms = options_.idioms}))
      candidates_.predict(root);
  else if (!candidates_.all()[target_].exposed)
    candidates_.note_failure(target_);
  ++executions_;
  target_ = candidates_.fewest_tried(options_.failures);
}

std::string ActiveTesting::tactic(std::uint64_t) const {
  return profiles_next() ? "random" : "";
}

}  // namespace heddle
