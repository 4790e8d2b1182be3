#include "schedule/surwp.h"

namespace heddle {

void Surwp::begin(const RunContext& run) {
  Surw::begin(run);
  priorities_.clear();
  lowest_ = 0;
  chosen_in_vain_ = 0;
}

// One, and with probability 1/2 each another one.
std::size_t Surwp::draw_size(Random& random) {
  std::size_t size = 1;
  while (size < kMostLocations && random.coin()) ++size;
  return size;
}

ThreadId Surwp::choose_freely(const Choice& choice, std::span<const Candidate* const> free, Random& random) {
  while (priorities_.size() <= choice.enabled.back().thread)
    priorities_.push_back(static_cast<std::int64_t>(random.next() >> 1));
  const auto first = [&] {
    ThreadId chosen = free.front()->thread;
    std::int64_t highest = priorities_[chosen];
    for (const Candidate* candidate : free.subspan(1)) {
      const std::int64_t priority = priorities_[candidate->thread];
      chosen = priority > highest ? candidate->thread : chosen;
      highest = priority > highest ? priority : highest;
    }
    return chosen;
  };
  const ThreadId chosen = first();
  if (choice.without_progress < kPatience || ++chosen_in_vain_ < kPatience) [[likely]]
    return chosen;
  chosen_in_vain_ = 0;
  priorities_[chosen] = --lowest_;
  return first();
}

}  // namespace heddle
