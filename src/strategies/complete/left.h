// How much is left of a search that tries everything, as far as samples can tell.
#pragma once

#include <cmath>
#include <cstdint>

namespace heddle {

struct Left {
  std::uint32_t samples = 0;  // fewer than kFewest: nothing is known
  double mean = 0;            // executions
  double variance = 0;        // of that

  static constexpr std::uint32_t kFewest = 3;

  struct Range {
    double from, to;
  };
  // That holds the true number in most cases. Samples are skewed: many are too low, and few much too high. So
  // it reaches as many times above the mean as below, and farther where there are few samples.
  Range range() const {
    const double times = 1 + std::sqrt(variance) / mean * (2 + 4.7 / (samples - 2.0));
    return {mean / times, mean * times};
  }
  bool is_known() const { return samples >= kFewest && mean > 0; }
};

}  // namespace heddle
