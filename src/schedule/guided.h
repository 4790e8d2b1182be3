// `mcr`, the part that runs in the program: Huang, "Stateless Model Checking Concurrent Programs with Maximal
// Causality Reduction", PLDI 2015. It follows orders of events that `heddle` has computed (src/causality),
// and continues without preemption where such an order ends.
#pragma once

#include <vector>

#include "analysis/thread_name_hashes.h"
#include "schedule/strategy.h"

namespace heddle {

class Guided : public Strategy {
 public:
  Needs needs() const override {
    return {.executed = true, .executions = true, .values = true, .guides = true};
  }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  void executed(const Event& event) override;
  void learn(const Execution& execution) override;
  // Until it is given more.
  bool exhausted() const override { return next_ >= guides_.size(); }
  void guide(std::vector<Guide> guides) override;
  ExitRule exit_rule() const override { return ExitRule::kHeld; }

 private:
  std::vector<Guide> guides_;
  std::size_t next_ = 0;  // of these, which one the next execution follows

  // This execution.
  Guide guide_;
  std::size_t followed_ = 0;  // events of it
  bool is_lost_ = false;      // something else happened
  ThreadNameHashes names_;
  std::uint64_t* tally_ = nullptr;
};

}  // namespace heddle
