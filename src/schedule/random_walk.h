// `random`: the papers' SR. A uniform choice among the enabled threads at each scheduling point; with
// `switch=P` the running thread goes on with probability 1 - P instead.
#pragma once

#include "schedule/strategy.h"

namespace heddle {

class RandomWalk : public Strategy {
 public:
  static constexpr double kUniform = -1;  // in place of a probability

  explicit RandomWalk(double switch_probability = kUniform) : switch_probability_(switch_probability) {}

  void begin(const RunContext& run) override { random_ = &run.random; }
  Decision choose(const Choice& choice) override;

 private:
  double switch_probability_;
  Random* random_ = nullptr;
};

}  // namespace heddle
