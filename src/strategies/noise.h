// `noise`: random delays on top of a native run, the random testing that the TSA paper compares with (tsa.h;
// section 3.1.3: RND-y, RND-s10, RND-s100). Before an operation on shared memory or a synchronisation object,
// a thread yields or sleeps with some probability.
#pragma once

#include "strategies/native.h"

namespace heddle {

struct NoiseOptions {
  enum class Mode : std::uint8_t { kYield, kSleep };

  Mode mode = Mode::kSleep;
  std::uint64_t longest = 10'000'000;  // nanoseconds
  double probability = 0.1;
};

class Noise : public Native {
 public:
  explicit Noise(const NoiseOptions& options) : options_(options) {}

 protected:
  Delay delay(Random& random) override {
    if (random.unit() >= options_.probability) return {};
    return options_.mode == NoiseOptions::Mode::kYield ? Delay{.yields = true}
                                                       : Delay{.nanoseconds = random.below(options_.longest)};
  }

 private:
  NoiseOptions options_;
};

}  // namespace heddle
