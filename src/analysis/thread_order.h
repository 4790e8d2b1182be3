// Which parts of threads come before which in every schedule: by creation alone, by joins and barriers too,
// or by condition variables as well. This is the part of happens_before.h that a search does not change: no
// locks, semaphores or atomics.
//
// Here, unlike in happens-before, a signal of a condition variable orders: a woken thread comes after all
// signals of that condition variable that have woken a thread.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/happens_before.h"
#include "event/operation.h"

namespace heddle {

// A part of a thread between two events that order it with other threads, counted within the thread.
using Segment = std::uint32_t;

class ThreadOrder {
 public:
  enum class Edges : std::uint8_t {
    kCreation,
    kLasting,  // joins and barriers too: in the next execution a signal may find nobody who waits for it
    kAll,
  };

  explicit ThreadOrder(Edges edges);

  // The events of an execution in their order. Gives the segment that the event belongs to.
  Segment add(const Event& event);
  // Whether it matters that such events are added.
  bool concerns(OperationKind kind) const { return is_one_of(kind, concerned_); }

  // Whether all of one segment comes before all of the other, in every execution that has the same edges. Of
  // different threads.
  bool precedes(ThreadId thread, Segment segment, ThreadId later_thread, Segment later) const {
    const Clock& known = threads_[later_thread].clocks[later];
    return thread < known.size() && known[thread] > segment;
  }

 private:
  using Clock = std::vector<std::uint32_t>;  // by ThreadId: how many of its segments are over for certain

  struct Thread {
    std::vector<Clock> clocks = std::vector<Clock>(1);  // by Segment: what had come before it
  };
  struct Barrier {
    Clock arriving, passed;
  };
  class Segments;

  Thread& at(ThreadId thread);
  Clock end_segment(ThreadId thread);
  void begin_segment(ThreadId thread, const Clock& after);

  std::uint64_t concerned_;  // kinds
  HappensBefore before_;
  std::vector<Thread> threads_;                    // by ThreadId
  std::unordered_map<LocationId, Clock> signals_;  // by condition variable
  std::unordered_map<LocationId, Barrier> barriers_;
};

}  // namespace heddle
