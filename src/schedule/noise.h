// `noise`: random delays on top of a native run, the random testing that the TSA paper compares with (tsa.h;
// section 3.1.3: RND-y, RND-s10, RND-s100). Before an operation on shared memory or a synchronisation object,
// a thread yields or sleeps with some probability.
#pragma once

#include "schedule/native.h"

namespace heddle {

class Noise : public Native {
 public:
  enum class Mode : std::uint8_t { kYield, kSleep };

  Noise(Mode mode, std::uint64_t longest, double probability)
      : mode_(mode), longest_(longest), probability_(probability) {}

 protected:
  Delay delay(Random& random) override {
    if (random.unit() >= probability_) return {};
    return mode_ == Mode::kYield ? Delay{.yields = true} : Delay{.nanoseconds = random.below(longest_)};
  }

 private:
  Mode mode_;
  std::uint64_t longest_;  // nanoseconds
  double probability_;
};

}  // namespace heddle
