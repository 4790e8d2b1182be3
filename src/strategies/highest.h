// The thread with the highest priority. The result is unpredictable, so nothing here branches.
#pragma once

#include <iterator>
#include <span>

#include "event/ids.h"

namespace heddle {

// The element with the largest key; there is at least one.
template <typename Range, typename KeyOf>
const auto& highest(const Range& range, KeyOf key_of) {
  auto each = std::begin(range);
  const auto* best = &*each;
  auto largest = key_of(*best);
  for (++each; each != std::end(range); ++each) {
    const auto key = key_of(*each);
    const bool larger = key > largest;
    best = larger ? &*each : best;
    largest = larger ? key : largest;
  }
  return *best;
}

// A thread is as small as where it stands.
template <typename KeyOf>
ThreadId highest(std::span<const ThreadId> range, KeyOf key_of) {
  ThreadId best = range.front();
  auto largest = key_of(best);
  for (const ThreadId each : range.subspan(1)) {
    const auto key = key_of(each);
    const bool larger = key > largest;
    best = larger ? each : best;
    largest = larger ? key : largest;
  }
  return best;
}

}  // namespace heddle
