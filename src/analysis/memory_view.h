// How much a thread knows of the past, as the machine of the C++ memory model keeps it (memory_machine.h):
// how far each source is known. A source is a thread, or the order of the seq_cst operations, which is one
// more.
#pragma once

#include <algorithm>
#include <array>
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
  Epoch of(Source source) const {
    if (source < kFew) return few_[source];
    return source - kFew < many_.size() ? many_[source - kFew] : 0;
  }
  bool empty() const { return count_ == 0; }

  void raise(Source source, Epoch epoch) {
    if (source >= count_) count_ = source + 1;
    if (source >= kFew) return raise_in_many(source - kFew, epoch);
    few_[source] = std::max(few_[source], epoch);
  }
  void join(const MemoryView& other) {
    count_ = std::max(count_, other.count_);
    for (Source i = 0; i < kFew; ++i) few_[i] = std::max(few_[i], other.few_[i]);
    for (std::size_t i = 0; i < other.many_.size(); ++i) raise_in_many(i, other.many_[i]);
  }
  // Keeps its memory, like assignment.
  void clear() {
    count_ = 0;
    few_ = {};
    many_.clear();
  }

 private:
  // Most programs have few threads: their views need no memory beside.
  static constexpr Source kFew = 12;

  void raise_in_many(std::size_t place, Epoch epoch) {
    if (place >= many_.size()) many_.resize(place + 1);
    many_[place] = std::max(many_[place], epoch);
  }

  Source count_ = 0;
  std::array<Epoch, kFew> few_{};  // by Source
  std::vector<Epoch> many_;        // those behind
};

}  // namespace heddle
