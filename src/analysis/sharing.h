// Whether a location is shared: two threads were seen to touch it within one execution, one of them writing,
// and not in an order that the program's structure gives. What a thread did before it created another one, or
// before it was joined, comes before the other in every execution: handing data over in this way shares
// nothing.
//
// The state of a location fits 32 bits, kept by the runtime in shadow memory; these are its transitions. They
// speak of *segments*: what a thread does between two creations of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "event/ids.h"

namespace heddle::sharing {

// 0: untouched. Private: the segments that wrote and that read it last, 0 for nobody. Shared: its LocationId.
using Cell = std::uint32_t;
using Segment = std::uint16_t;  // 15 bits, from 1

inline constexpr Cell kShared = 0x8000'0000u;
inline constexpr Cell kSeveral = 0x4000'0000u;  // nobody wrote since, but several read it, in no order
inline constexpr unsigned kSegmentBits = 15;
inline constexpr Cell kSegmentMask = (1u << kSegmentBits) - 1;

constexpr Cell written_by(Segment segment) {
  return static_cast<Cell>(segment) << kSegmentBits;
}
constexpr Cell read_by(Segment segment) {
  return segment;
}
constexpr Segment writer(Cell cell) {
  return static_cast<Segment>((cell >> kSegmentBits) & kSegmentMask);
}
constexpr Segment reader(Cell cell) {
  return static_cast<Segment>(cell & kSegmentMask);
}
constexpr bool is_shared(Cell cell) {
  return (cell & kShared) != 0;
}
constexpr LocationId location(Cell cell) {
  return cell & ~kShared;
}
constexpr Cell shared(LocationId location) {
  return kShared | location;
}

// True when an access by the segment changes nothing in the cell and finds it private: the common case, to be
// tested first.
constexpr bool stays_private(Cell cell, Segment own, bool write) {
  if (cell == written_by(own)) return true;
  return write ? cell == (written_by(own) | read_by(own)) : (cell & (kShared | kSegmentMask)) == read_by(own);
}

struct Transition {
  Cell cell;
  bool becomes_shared;
};

// The state after an access by segment `own` to a location that is not shared yet. `is_before(segment)`:
// whatever happened in that segment comes before this access in any execution.
template <typename IsBefore>
constexpr Transition touch(Cell cell, Segment own, bool write, const IsBefore& is_before) {
  const auto follows = [&](Segment segment) { return segment == 0 || segment == own || is_before(segment); };
  if (!follows(writer(cell))) return {cell, true};
  const bool follows_readers = (cell & kSeveral) == 0 && follows(reader(cell));
  if (write) {
    if (!follows_readers) return {cell, true};
    return {written_by(own), false};
  }
  if (cell == written_by(own)) return {cell, false};
  return {(cell & ~kSegmentMask) | read_by(own) | (follows_readers ? 0 : kSeveral), false};
}

// Which segments there are, and what comes before what by creation and joining alone. ThreadOrder answers the
// same for any two parts of a recorded execution; this one is asked while it runs, of what comes before now,
// and its segments fit a cell.
class Segments {
 public:
  // At most this many threads can be told apart.
  static constexpr std::size_t kMostThreads = 1u << (kSegmentBits - 1);

  // Memory for so many threads.
  void reserve(std::size_t threads) {
    owners_.reserve(4 * threads);
    threads_.resize(threads);
    for (Thread& thread : threads_) thread.seen.reserve(threads);
  }
  void begin() {
    owners_.clear();
    count_ = 0;
  }
  // Ids count from 0. The first thread has no creator (kNoThread).
  void create(ThreadId creator, ThreadId created) {
    if (owners_.empty()) owners_.push_back(kNoThread);
    if (created >= threads_.size()) threads_.resize(created + std::size_t{1});
    for (; count_ <= created; ++count_) threads_[count_].seen.clear();
    if (creator != kNoThread) {
      threads_[created].seen.copy(threads_[creator].seen);
      threads_[created].seen.raise(creator, threads_[creator].segment);
      threads_[creator].segment = new_segment(creator);
    }
    threads_[created].segment = new_segment(created);
  }
  void join(ThreadId joiner, ThreadId joined) {
    const Seen& seen = threads_[joined].seen;
    for (std::size_t i = 0; i < seen.size(); ++i)
      threads_[joiner].seen.raise(static_cast<ThreadId>(i), seen[i]);
    threads_[joiner].seen.raise(joined, threads_[joined].segment);
  }

  Segment of(ThreadId thread) const { return threads_[thread].segment; }
  // Whether all of the segment comes before what the thread does now.
  bool is_before(Segment segment, ThreadId thread) const {
    const ThreadId owner = owners_[segment];
    const Seen& seen = threads_[thread].seen;
    return owner == thread || (owner < seen.size() && segment <= seen[owner]);
  }

 private:
  // By thread: the last of its segments that comes before the one whose this is. Mostly a few, and made anew
  // with every thread: no call, no memory that is not there yet.
  class Seen {
   public:
    std::size_t size() const { return size_; }
    Segment operator[](std::size_t thread) const { return room_[thread]; }
    void reserve(std::size_t threads) { make_room(threads); }
    void clear() { size_ = 0; }
    void copy(const Seen& other) {
      make_room(other.size_);
      size_ = other.size_;
      for (std::size_t i = 0; i < size_; ++i) {
        room_[i] = other.room_[i];
        asm("");  // as below
      }
    }
    void raise(ThreadId thread, Segment segment) {
      make_room(thread + std::size_t{1});
      for (; size_ <= thread; ++size_) {
        room_[size_] = 0;
        asm("");  // or the compiler calls memset, mostly for two bytes
      }
      if (room_[thread] < segment) room_[thread] = segment;
    }

   private:
    static constexpr std::size_t kFirstRoom = 16;
    void make_room(std::size_t size) {
      if (size > room_.size()) [[unlikely]]
        room_.resize(2 * size + kFirstRoom);
    }

    std::vector<Segment> room_;  // of which the first size_ are in use
    std::size_t size_ = 0;
  };
  struct Thread {
    Segment segment = 0;  // the current one
    Seen seen;
  };

  Segment new_segment(ThreadId owner) {
    owners_.push_back(owner);
    return static_cast<Segment>(owners_.size() - 1);
  }

  std::vector<ThreadId> owners_;  // by segment
  std::vector<Thread> threads_;   // with those of earlier executions, whose memory is used again
  std::size_t count_ = 0;
};

}  // namespace heddle::sharing
