// `urw`, the uniform random walk: Zhao, Wolff, Mathur and Roychoudhury, "Selectively Uniform Concurrency
// Testing", ASPLOS 2025, Algorithm 1. It is uniform over the interleavings rather than over the choices: each
// thread is weighted by the events that it has left.
#pragma once

#include "strategies/remaining.h"
#include "strategies/strategy.h"

namespace heddle {

class Urw : public Strategy {
 public:
  explicit Urw(const Profile& profile) : remaining_(profile) {}

  Facets facets() override { return {.needs = {.executed = true}}; }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  void executed(const Event& event) override;

 private:
  Random* random_ = nullptr;
  Remaining remaining_;
};

}  // namespace heddle
