// `pos`, partial-order sampling: Yuan, Yang and Gu, "Partial Order Aware Concurrency Sampling", CAV 2018.
// Every pending operation has a random priority; the highest runs first. Operations that race with the
// performed one draw a new priority, and so does the thread that performed it.
#pragma once

#include <vector>

#include "strategies/strategy.h"

namespace heddle {

class Pos : public Strategy {
 public:
  Facets facets() override { return {.needs = {.executed = true}}; }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  void executed(const Event& event) override;

 private:
  // It has a priority from now on, as have all that are older.
  void meet(ThreadId thread) {
    while (priorities_.size() <= thread) [[unlikely]]
      grow();
  }
  void grow();
  std::uint64_t draw_priority(ThreadId thread) { return (random_->next() & ~kThreadMask) | thread; }
  void redraw_conflicting(std::span<const Candidate> enabled, const Candidate& chosen);

  static constexpr std::uint64_t kThreadMask = 0xffff;  // a ThreadId has no more bits

  Random* random_ = nullptr;
  // By ThreadId, of the pending operation. The lowest bits are the thread itself.
  std::vector<std::uint64_t> priorities_;
};

}  // namespace heddle
