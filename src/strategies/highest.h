// The thread with the highest priority. The result is unpredictable, so nothing here branches.
#pragma once

#include <iterator>

namespace heddle {

// The element with the largest key; there is at least one.
template <typename Range, typename KeyOf>
auto highest(const Range& range, KeyOf key_of) {
  auto first = std::begin(range);
  auto best = *first;
  auto largest = key_of(best);
  for (++first; first != std::end(range); ++first) {
    const auto key = key_of(*first);
    const bool larger = key > largest;
    best = larger ? *first : best;
    largest = larger ? key : largest;
  }
  return best;
}

}  // namespace heddle
