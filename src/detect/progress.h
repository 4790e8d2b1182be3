// Tells spinning from working. A point is progress when it may have changed something: a write, an update
// with a new value, a thread that starts or ends, a signal that somebody waits for. Reads, failed tries, lock
// and unlock, yields and sleeps change nothing by themselves: a program that does only these over and over,
// at the same few locations, is stuck.
#pragma once

#include <cstdint>
#include <vector>

#include "event/ids.h"

namespace heddle {

class ProgressMonitor {
 public:
  void begin(std::uint64_t step_limit) {
    limit_ = step_limit;
    ++epoch_;
    points_ = idle_ = 0;
    visited_ = 0;
  }

  void progress() {
    ++epoch_;
    points_ = idle_ = 0;
    visited_ = 0;
  }

  // A stretch of steps in the thread's own memory that told nothing new. Enough of them call for other
  // threads, but they prove nothing: a long computation looks the same.
  void idle() { ++idle_; }

  // A point without effect at a location. The first visit since the last progress is news: a thread that
  // walks over a large array is not spinning.
  void visit(LocationId location) {
    if (location >= seen_.size()) seen_.resize(location + 64u);
    if (seen_[location] != epoch_) {
      seen_[location] = epoch_;
      ++visited_;
      points_ = idle_ = 0;
    } else {
      ++points_;
    }
  }

  std::uint64_t without_progress() const { return points_ + idle_; }

  // A loop over many locations must come by often before it is called a spin.
  bool stuck() const { return points_ >= limit_ && points_ >= kRoundsPerLocation * visited_; }

 private:
  static constexpr std::uint64_t kRoundsPerLocation = 1000;

  std::uint64_t limit_ = 0;
  std::uint64_t points_ = 0;
  std::uint64_t idle_ = 0;
  std::uint64_t visited_ = 0;
  std::uint32_t epoch_ = 1;
  std::vector<std::uint32_t> seen_;  // by LocationId: the epoch of the last visit
};

}  // namespace heddle
