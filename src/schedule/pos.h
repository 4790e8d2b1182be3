// `pos`: partial-order sampling (Yuan, Yang and Gu). Every pending operation has a random priority; the
// highest goes first. Operations that race with the one that is performed draw a new priority, as does
// whoever performed it.
#pragma once

#include <vector>

#include "schedule/strategy.h"

namespace heddle {

class Pos : public Strategy {
 public:
  Needs needs() const override { return {.executed = true}; }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  void executed(const Event& event) override;

 private:
  std::uint64_t& priority_of(ThreadId thread) {
    if (thread >= priorities_.size()) [[unlikely]]
      priorities_.resize(thread + 1u);
    return priorities_[thread];
  }

  Random* random_ = nullptr;
  std::vector<std::uint64_t> priorities_;  // by ThreadId, of the pending operation; 0: to be drawn
};

}  // namespace heddle
