#include "strategies/pos.h"

#include <algorithm>

namespace heddle {

namespace {

constexpr std::uint64_t kPlaceMask = 0xffff;  // a ThreadId has no more bits

}  // namespace

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
  // Priority and place in one number: who is first is hard to predict, and a maximum needs no branches.
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < choice.enabled.size(); ++i)
    first = std::max(first, (priorities[choice.enabled[i].thread] & ~kPlaceMask) | i);
  const Candidate* const chosen = &choice.enabled[first & kPlaceMask];
  const Operation& next = *chosen->next;
  // Whether another thread is at the same object, without branches: the chosen one's place is unpredictable.
  unsigned meeting = 0;
  for (const Candidate& candidate : choice.enabled) meeting += candidate.next->meets(next) ? 1 : 0;
  if (meeting > 1) redraw_conflicting(choice.enabled, *chosen);
  return Decision::go(chosen->thread);
}

void Pos::redraw_conflicting(std::span<const Candidate> enabled, const Candidate& chosen) {
  for (const Candidate& candidate : enabled)
    if (&candidate != &chosen && candidate.next->conflicts_with(*chosen.next))
      priorities_[candidate.thread] = random_->next();
}

// Its next operation draws a new one.
void Pos::executed(const Event& event) {
  meet(event.thread);
  priorities_[event.thread] = random_->next();
}

}  // namespace heddle
