// How much a thread knows of the past, as the machine of the C++ memory model keeps it (memory_machine.h):
// how far each source is known. A source is a thread, or the order of the seq_cst operations, which is one
// more.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "event/ids.h"

namespace heddle {

// Counts what a source has handed on: what it does between two of these has the same number. From 1.
using Epoch = std::uint32_t;

using Source = std::uint32_t;
inline constexpr Source kSequentialOrder = 0;
constexpr Source source_of(ThreadId thread) {
  return Source{thread} + 1;
}

class MemoryView {
 public:
  Epoch of(Source source) const { return source < epochs_.size() ? epochs_[source] : 0; }
  bool empty() const { return epochs_.empty(); }

  void raise(Source source, Epoch epoch) {
    if (source >= epochs_.size()) epochs_.resize(source + std::size_t{1});
    epochs_[source] = std::max(epochs_[source], epoch);
  }
  void join(const MemoryView& other) {
    if (other.epochs_.size() > epochs_.size()) epochs_.resize(other.epochs_.size());
    for (std::size_t i = 0; i < other.epochs_.size(); ++i)
      epochs_[i] = std::max(epochs_[i], other.epochs_[i]);
  }
  // Keeps its memory, like assignment.
  void clear() { epochs_.clear(); }

 private:
  std::vector<Epoch> epochs_;  // by Source
};

}  // namespace heddle
