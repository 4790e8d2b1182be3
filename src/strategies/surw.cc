#include "strategies/surw.h"

#include <algorithm>

namespace heddle {

std::size_t Surw::draw_size(Random&) {
  return 1;
}

void Surw::begin(const RunContext& run) {
  random_ = &run.random;
  intended_ = kNoThread;
  select(draw_size(*random_));
  remaining_.begin(selected_);
}

void Surw::select(std::size_t size) {
  for (const LocationId location : selected_) is_selected_[location] = 0;
  selected_.clear();
  const std::vector<LocationId>& shared = profile_.shared_locations();
  for (size = std::min(size, shared.size()); selected_.size() < size;) {
    const LocationId location = shared[random_->below(shared.size())];
    if (is_selected(location)) continue;
    if (location + 1 >= is_selected_.size()) is_selected_.resize(location + 64u);
    is_selected_[location] = 1;
    selected_.push_back(location);
  }
}

// Blocked threads too: others go on until they are not.
ThreadId Surw::draw_intended() {
  double sum = 0;
  for (std::size_t thread = 0; thread < remaining_.threads(); ++thread)
    sum += remaining_.left(static_cast<ThreadId>(thread));
  double place = random_->unit() * sum;
  for (std::size_t thread = 0; thread < remaining_.threads(); ++thread) {
    place -= remaining_.left(static_cast<ThreadId>(thread));
    if (place < 0) return static_cast<ThreadId>(thread);
  }
  return kNoThread;
}

Decision Surw::choose(const Choice& choice) {
  if (intended_ == kNoThread) intended_ = draw_intended();
  if (free_.size() < choice.enabled.size()) free_.resize(choice.enabled.size());
  std::size_t count = 0;
  for (const Candidate& candidate : choice.enabled) {
    free_[count] = candidate.thread;
    count += ((candidate.thread == intended_) | !is_selected(candidate.next->location)) ? 1 : 0;
  }
  if (count != 0) return Decision::go(choose_freely(choice, {free_.data(), count}, *random_));
  // All threads stand before a selected event, and the one that was to perform the next is blocked or over.
  intended_ = remaining_.draw(choice.enabled, *random_);
  return Decision::go(intended_);
}

ThreadId Surw::choose_freely(const Choice&, std::span<const ThreadId> free, Random& random) {
  return free[random.below(free.size())];
}

void Surw::executed(const Event& event) {
  remaining_.look_for_creation(event);
  if (!is_selected(event.location)) return;
  remaining_.performed(event.thread);
  intended_ = kNoThread;
}

}  // namespace heddle
