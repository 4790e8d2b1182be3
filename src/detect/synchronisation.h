// What happens before what: the clocks of threads, of synchronisation objects and of atomics.
//
// Locks, semaphores and their relatives follow ThreadSanitizer; atomics follow the C++ standard, fences and
// release sequences included. Executions are sequentially consistent: a load reads the last store.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "detect/block_filter.h"
#include "detect/race.h"
#include "detect/stamped_index.h"
#include "detect/vector_clock.h"
#include "event/ids.h"

namespace heddle {

// Whether a relaxed store continues the release sequence that the same thread's release began. It did before
// C++20. A store of another thread always ends it.
enum class ReleaseSequence : std::uint8_t { kBeforeCpp20, kCpp20 };

struct SynchronisationLimits {
  std::size_t objects = std::size_t{1} << 16;  // synchronisation objects, and as many atomics
  std::size_t clock_values = std::size_t{1} << 25;
  ClockValue last_clock = ~ClockValue{0};
  ReleaseSequence release_sequence = ReleaseSequence::kBeforeCpp20;
};

class Synchronisation {
 public:
  explicit Synchronisation(const SynchronisationLimits& limits) : limits_(limits) {}

  void begin();
  // A limit was reached. From here on the order is not known, and nothing may be concluded.
  bool is_exhausted() const { return exhausted_; }

  // Threads. Ids count from 0; the first thread has no creator. One that was joined may be created again.
  void create_thread(const Moment& at, ThreadId created);
  void join_thread(const Moment& at, ThreadId joined);
  bool knows_thread(ThreadId thread) const { return thread < count_; }
  const VectorClock& clock_of(ThreadId thread) const { return threads_[thread].now; }
  ClockValue own_clock(ThreadId thread) const { return threads_[thread].now.of(thread); }
  const SyncNote& last_release(ThreadId thread) const { return threads_[thread].last_release; }
  const SyncNote& last_acquisition(ThreadId thread) const { return threads_[thread].last_acquisition; }

  // Whoever acquires comes after all who released.
  void release(const Moment& at, std::uint64_t object);
  void acquire(const Moment& at, std::uint64_t object);
  // Locks. Readers come after writers, writers after all.
  void lock(const Moment& at, std::uint64_t object);
  void unlock(const Moment& at, std::uint64_t object);
  void lock_shared(const Moment& at, std::uint64_t object);
  void unlock_shared(const Moment& at, std::uint64_t object);
  // Barriers. Whoever leaves comes after all who arrived before it opened.
  void arrive(const Moment& at, std::uint64_t object);
  void open(std::uint64_t object);
  void leave(const Moment& at, std::uint64_t object) { acquire(at, object); }

  // Atomics of any size.
  void load(const Moment& at, std::uint64_t address, std::uint64_t size, std::memory_order order);
  void store(const Moment& at, std::uint64_t address, std::uint64_t size, std::memory_order order);
  // A read-modify-write is a load, then this.
  void modify(const Moment& at, std::uint64_t address, std::uint64_t size, std::memory_order order);
  void fence(const Moment& at, std::memory_order order);

  // --memory c++. What the next atomic operation sees, where that is not the newest store, and whether its
  // own store goes behind that one, where nobody reads it who sees the newest.
  struct Sight {
    bool is_older = false;
    bool goes_behind = false;
    std::uint32_t seen = 0;  // the event that made it
  };
  void set_sight(const Sight& sight) { sight_ = sight; }
  // Stores of these events will be seen later. After begin().
  void want(std::vector<std::uint32_t> events);

  // The objects in the range are gone.
  void forget(std::uint64_t start, std::uint64_t size);
  // How many objects and words with atomics there are.
  std::size_t objects() const { return object_index_.size() + word_index_.size(); }

 private:
  struct Thread {
    VectorClock now;
    VectorClock at_release_fence;  // what relaxed stores release
    VectorClock loaded;            // what an acquire fence acquires
    SyncNote last_release;
    SyncNote last_acquisition;
  };
  struct Object {
    VectorClock released;
    VectorClock gathered;  // by readers of a lock, or at a barrier that is not open yet
  };
  // Bytes of an aligned word of eight that are used as one atomic.
  struct Atomic {
    std::uint8_t offset = 0;
    std::uint8_t size = 0;
    std::uint64_t heads = 0;  // who began the release sequences: a bit for each thread, modulo 64
    std::uint32_t next = StampedIndex::kNone;
    VectorClock message;  // what acquiring the present value gives
  };

  // What acquiring the store gives that an event made.
  struct Kept {
    std::uint32_t event;
    VectorClock message;
  };

  const VectorClock* kept_of(std::uint32_t event) const;
  void keep(const Moment& at, const VectorClock& message);
  void keep_newest(const Moment& at, std::uint64_t address, std::uint64_t size);
  Object* object_at(std::uint64_t address);
  Object& make_object(std::uint64_t address);
  void acquire_from(const Moment& at, std::uint64_t object, const VectorClock& clock);
  void released(const Moment& at, std::uint64_t object);

  // Each part of the bytes that lies in one word, which may be made: use(atomic, alone). `alone`: no atomic
  // of another shape shares bytes with it.
  template <typename Use>
  void for_each_part(std::uint64_t address, std::uint64_t size, bool make, const Use& use);
  std::uint32_t make_atomic(std::uint64_t word, unsigned offset, unsigned size);
  void check_memory();

  SynchronisationLimits limits_;
  bool exhausted_ = false;

  std::vector<Thread> threads_;
  std::size_t count_ = 0;
  BlockFilter filter_;
  StampedIndex object_index_;  // by address
  std::vector<Object> objects_;
  std::size_t object_count_ = 0;
  StampedIndex word_index_;  // by address / 8: the first atomic in the word
  std::vector<Atomic> atomics_;
  std::size_t atomic_count_ = 0;
  std::vector<std::uint32_t> wanted_;  // sorted
  std::vector<Kept> kept_;             // of these, as they come
  Sight sight_;
};

}  // namespace heddle
