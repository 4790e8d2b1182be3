// `noise`: random delays on top of a native run, the random testing that the TSA paper compares with (3.1.3:
// RND-y, RND-s10, RND-s100). Before an operation on shared memory or a synchronisation object a thread yields
// or sleeps, with some probability.
#pragma once

#include "schedule/native.h"

namespace heddle {

class Noise : public Native {
 public:
  enum class Mode : std::uint8_t { kYield, kSleep };

  Noise(Mode mode, std::uint64_t longest, double probability)
      : mode_(mode), longest_(longest), probability_(probability) {}

 protected:
  std::uint64_t delay(Random& random, const Choice& choice, std::uint64_t clock) override {
    if (random.unit() >= probability_) return 0;
    return mode_ == Mode::kYield ? to_next(clock, choice) + 1 : random.below(longest_);
  }

 private:
  Mode mode_;
  std::uint64_t longest_;  // nanoseconds
  double probability_;
};

}  // namespace heddle
