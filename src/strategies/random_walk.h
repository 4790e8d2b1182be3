// `random`: a random walk, the SR of the HARS paper (adaptive_search.h). At each scheduling point, it chooses
// uniformly among the enabled threads. With `switch=P`, the running thread continues with probability 1 - P
// instead.
#pragma once

#include "strategies/strategy.h"

namespace heddle {

struct WalkOptions {
  static constexpr double kUniform = -1;  // in place of a probability

  double switch_probability = kUniform;
};

class RandomWalk : public Strategy {
 public:
  static constexpr double kUniform = WalkOptions::kUniform;

  explicit RandomWalk(double switch_probability = kUniform) : switch_probability_(switch_probability) {}
  explicit RandomWalk(const WalkOptions& options) : RandomWalk(options.switch_probability) {}

  void begin(const RunContext& run) override { random_ = &run.random; }
  Decision choose(const Choice& choice) override;
  Facets facets() override { return {.uniform = switch_probability_ < 0 ? &uniform_ : nullptr}; }

 private:
  double switch_probability_;
  UniformChoices uniform_;
  Random* random_ = nullptr;
};

}  // namespace heddle
