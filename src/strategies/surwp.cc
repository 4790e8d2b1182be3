#include "strategies/surwp.h"

#include "strategies/highest.h"

namespace heddle {

void Surwp::begin(const RunContext& run) {
  Surw::begin(run);
  priorities_.clear();
  lowest_ = 0;
  spin_watch_.begin();
}

// One, and with probability 1/2 each another one.
std::size_t Surwp::draw_size(Random& random) {
  std::size_t size = 1;
  while (size < kMostLocations && random.coin()) ++size;
  return size;
}

ThreadId Surwp::choose_freely(const Choice& choice, std::span<const ThreadId> free, Random& random) {
  while (priorities_.size() <= choice.enabled.back().thread)
    priorities_.push_back(static_cast<std::int64_t>(random.next() >> 1));
  const auto first = [&] {
    const std::int64_t* const priorities = priorities_.data();
    return highest(free, [priorities](ThreadId each) { return priorities[each]; });
  };
  const ThreadId chosen = first();
  if (!spin_watch_.spins(choice)) [[likely]]
    return chosen;
  priorities_[chosen] = --lowest_;
  return first();
}

}  // namespace heddle
