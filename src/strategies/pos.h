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
  void meet(ThreadId thread);  // it has a priority from now on, as have all that are older
  void redraw_conflicting(std::span<const Candidate> enabled, const Candidate& chosen);

  Random* random_ = nullptr;
  std::vector<std::uint64_t> priorities_;  // by ThreadId, of the pending operation
};

}  // namespace heddle
