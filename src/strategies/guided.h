// `mcr`, the part that runs in the program: Huang, "Stateless Model Checking Concurrent Programs with Maximal
// Causality Reduction", PLDI 2015. It follows orders of events that `heddle` has computed
// (src/strategies/mcr), and continues without preemption where such an order ends.
#pragma once

#include <vector>

#include "analysis/thread_name_hashes.h"
#include "strategies/strategy.h"

namespace heddle {

class Guided : public Strategy, private Exhaustible, private Guidable {
 public:
  Facets facets() override {
    return {.needs = {.executed = true, .executions = true, .values = true, .guides = true},
            .exit = ExitRule::kHeld,
            .exhaustible = this,
            .guidable = this,
            .until_lesson = 0};
  }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  void executed(const Event& event) override;
  Lesson learn(const Execution& execution) override;

 private:
  // Until it is given more.
  bool exhausted() const override { return next_ >= guides_.size(); }
  std::string claim() const override { return {}; }  // `heddle`, which computes the orders, makes the claim
  void guide(std::vector<Guide> guides) override;

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
