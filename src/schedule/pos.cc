#include "schedule/pos.h"

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
