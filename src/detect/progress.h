// Tells spinning from working. A point is progress when it may have changed something: a write, an update
// with a new value, a thread that starts or ends, a signal that somebody waits for. Reads, failed tries, lock
// and unlock, yields and sleeps change nothing by themselves: a program that does only these over and over,
// at the same few locations, may be stuck. Whether it is, its state tells (recurrence.h).
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
    if (!knows(location)) seen_.resize(location + 64u);
    visit_known(location);
  }
  // Whether there is room for it.
  bool knows(LocationId location) const { return location < seen_.size(); }
  void visit_known(LocationId location) {
    if (seen_[location] != epoch_) {
      seen_[location] = epoch_;
      ++visited_;
      points_ = idle_ = 0;
    } else {
      ++points_;
    }
  }

  std::uint64_t without_progress() const { return points_ + idle_; }

  // A loop over many locations must come by often before it may be a spin.
  bool suspicious() const { return points_ >= limit_ && points_ >= kRoundsPerLocation * visited_; }

  // It is worth a look whether the program is in a state again that it was in before: now, and whenever twice
  // as many points have gone by.
  bool worth_a_look() const { return looked_in_ != epoch_ || points_ >= next_look_; }
  void looked() {
    looks_ = looked_in_ == epoch_ ? looks_ + 1 : 0;
    looked_in_ = epoch_;
    next_look_ = 2 * points_;
  }
  unsigned looks() const { return looks_; }  // before this one, without progress between them

  // A program that really ends hardly ever goes on for so long.
  bool out_of_patience() const { return points_ / kPatience >= limit_; }

  std::uint64_t points() const { return points_; }
  std::uint64_t visited() const { return visited_; }
  std::uint32_t epoch() const { return epoch_; }

 private:
  static constexpr std::uint64_t kRoundsPerLocation = 1000;
  static constexpr std::uint64_t kPatience = 2000;

  std::uint64_t limit_ = 0;
  std::uint64_t points_ = 0;
  std::uint64_t idle_ = 0;
  std::uint64_t visited_ = 0;
  std::uint32_t epoch_ = 1;
  std::uint32_t looked_in_ = 0;  // the epoch
  unsigned looks_ = 0;
  std::uint64_t next_look_ = 0;
  std::vector<std::uint32_t> seen_;  // by LocationId: the epoch of the last visit
};

}  // namespace heddle
