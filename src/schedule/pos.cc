#include "schedule/pos.h"

namespace heddle {

void Pos::begin(const RunContext& run) {
  random_ = &run.random;
  priorities_.clear();
}

void Pos::meet(ThreadId thread) {
  while (priorities_.size() <= thread) priorities_.push_back(random_->next());
}

Decision Pos::choose(const Choice& choice) {
  meet(choice.enabled.back().thread);
  std::uint64_t* const priorities = priorities_.data();
  const Candidate* chosen = &choice.enabled.front();
  std::uint64_t highest = priorities[chosen->thread];
  for (const Candidate& candidate : choice.enabled.subspan(1)) {
    const std::uint64_t priority = priorities[candidate.thread];
    chosen = priority > highest ? &candidate : chosen;
    highest = priority > highest ? priority : highest;
  }
  const Operation& next = *chosen->next;
  for (const Candidate& candidate : choice.enabled) {
    // Asked last, because that one is as hard to predict as the choice itself.
    const bool is_other = &candidate != chosen;
    if (candidate.next->conflicts_with(next) & is_other) priorities[candidate.thread] = random_->next();
  }
  return Decision::go(chosen->thread);
}

// Its next operation draws a new one.
void Pos::executed(const Event& event) {
  meet(event.thread);
  priorities_[event.thread] = random_->next();
}

}  // namespace heddle
