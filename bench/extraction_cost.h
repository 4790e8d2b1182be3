// What it costs to extract patterns and interleaving roots from a trace.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::bench {

struct ExtractionCost {
  double nanoseconds = 0;  // an event
  double bytes = 0;        // of state for each shared location and thread; 0: not told
};

// Of random accesses by 16 threads to 1,000 locations, 40 % of them writes.
ExtractionCost pattern_cost(std::size_t events);
ExtractionCost iroot_cost(std::size_t events);

}  // namespace heddle::bench
