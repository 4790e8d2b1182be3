// How much of every thread's past is known somewhere: by a thread, or to whoever acquires an object. Entries
// of threads beyond the last one known are not stored, so that clocks of programs with few threads are small.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "event/ids.h"

namespace heddle {

// Counts the releases of one thread: what it does between two of them has the same clock value. From 1.
using ClockValue = std::uint32_t;

class VectorClock {
 public:
  ClockValue of(ThreadId thread) const { return thread < values_.size() ? values_[thread] : 0; }
  bool empty() const { return values_.empty(); }

  void set(ThreadId thread, ClockValue value) {
    if (thread >= values_.size()) values_.resize(thread + std::size_t{1});
    values_[thread] = value;
  }
  void join(const VectorClock& other) {
    if (other.values_.size() > values_.size()) values_.resize(other.values_.size());
    for (std::size_t i = 0; i < other.values_.size(); ++i)
      values_[i] = std::max(values_[i], other.values_[i]);
  }
  // Keeps its memory, like assignment.
  void clear() { values_.clear(); }

 private:
  std::vector<ClockValue> values_;  // by ThreadId
};

}  // namespace heddle
