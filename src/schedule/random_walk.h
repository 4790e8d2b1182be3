// `random`: the papers' SR. A uniform choice among the enabled threads at each scheduling point; with
// `switch=P` the running thread goes on with probability 1 - P instead.
#pragma once

#include "schedule/strategy.h"

namespace heddle {

class RandomWalk : public Strategy {
 public:
  // A probability below 0 stands for the plain uniform choice.
  explicit RandomWalk(double switch_probability = -1) : switch_probability_(switch_probability) {}

  void begin(const RunContext& run) override { random_ = &run.random; }
  Decision choose(const Choice& choice) override;

 private:
  double switch_probability_;
  Random* random_ = nullptr;
};

}  // namespace heddle
