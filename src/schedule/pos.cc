#include "schedule/pos.h"

namespace heddle {

void Pos::begin(const RunContext& run) {
  random_ = &run.random;
  priorities_.clear();
}

Decision Pos::choose(const Choice& choice) {
  const Candidate* chosen = nullptr;
  std::uint64_t highest = 0;
  for (const Candidate& candidate : choice.enabled) {
    std::uint64_t& priority = priority_of(candidate.thread);
    if (priority == 0) priority = random_->next() | 1;
    if (priority <= highest) continue;
    highest = priority;
    chosen = &candidate;
  }
  for (const Candidate& candidate : choice.enabled)
    if (&candidate != chosen && candidate.next->conflicts_with(*chosen->next))
      priorities_[candidate.thread] = 0;
  return Decision::go(chosen->thread);
}

void Pos::executed(const Event& event) {
  priority_of(event.thread) = 0;
}

}  // namespace heddle
