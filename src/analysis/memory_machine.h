// The C++ memory model as a machine: which store an atomic load may see, and where in modification order a
// store may go. docs/memory-model.md explains it. In short, a thread has three views of the past:
//
//   now       what it may no longer be without: coherence, and everything that it synchronised with
//   pending   what it would know if an acquire fence came now: the views of all stores that it read
//   released  what it knew at its last release fence
//
// and `order` is what seq_cst fences and stores have made everybody's past.
//
//   load     may see any store from now on (seq_cst: and from order on). now takes that store; pending takes
//   its view;
//            with acquire, now does, too.
//   store    goes anywhere behind now (seq_cst: and behind order), but never between an update and what it
//   read.
//            Its view is now if it releases, else released. seq_cst: order takes the store.
//   update   sees a store as a load does, unless another update has; goes right behind it; its view takes
//   that of
//            the store it read, too (release sequences as C++20 has them).
//   fence    acquire: now takes pending. release: released becomes now. seq_cst: both, and in between now and
//   order take
//            each other.
//   create, join, lock, unlock and the like hand over now, whole.
//
// A view of every variable would be as large as the program. So views are vector clocks, and each variable
// knows from which epoch of which thread on it must not be seen older (memory_history.h).
//
// Never more than the model allows. Less: the order of execution is the order of seq_cst operations; no load
// sees a store that has not happened yet; no variable has more than AtomicHistory::kMost stores to choose
// from; a thread that loads the same variable again and again sees the newest store after kPatience old ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/memory_history.h"
#include "analysis/memory_view.h"
#include "event/access_detail.h"
#include "event/ids.h"

namespace heddle {

// One way to perform an atomic operation.
struct MemoryOption {
  enum class Way : std::uint8_t {
    kUsual,
    kFails,            // a compare-exchange that finds another value
    kFailsForNoReason  // ... or that is weak
  };

  std::uint32_t store = 0;  // in the history: the one that is seen, or behind which it goes
  Way way = Way::kUsual;

  friend bool operator==(const MemoryOption&, const MemoryOption&) = default;
};

// All ways, those with newer stores first. There always is one.
using MemoryOptions = std::vector<MemoryOption>;

struct CompareExchange {
  AtomicValue expected;
  Ordering success = Ordering::kSequential;
  Ordering failure = Ordering::kSequential;
  bool is_weak = false;
};

class MemoryMachine {
 public:
  static constexpr std::uint32_t kPatience = 8;

  // Makes what small programs need, so that executions need not.
  void prepare() { threads_.reserve(kFewThreads); }
  // With one thread, that is main.
  void begin();

  // What orders threads.
  void create(ThreadId creator, ThreadId created);
  void ended(ThreadId thread) { threads_[thread].has_ended = true; }
  void join(ThreadId joiner, ThreadId joined) { acquire(joiner, threads_[joined].now); }
  void acquire(ThreadId thread, const MemoryView& view) { threads_[thread].now.join(view); }
  // All that the thread knows, to be handed on: what it does from now on is not in there.
  void release(ThreadId thread, MemoryView& into);
  void fence(ThreadId thread, Ordering ordering);

  // Where a history is not constant, it may lose stores that are too old: to be asked before indices are
  // used. The first two are the index of the oldest store that is possible; all newer ones are, too, unless
  // AtomicHistory::may_lack_places() and something is to go behind them.
  std::size_t first_of_load(const AtomicHistory& history, ThreadId thread, Ordering ordering) const {
    const bool is_patient = history.stale_loads_of(thread) < kPatience;
    return is_patient ? first_visible(history, thread, ordering) : history.count() - 1;
  }
  std::size_t first_of_store(AtomicHistory& history, ThreadId thread, Ordering ordering) const {
    make_room(history);
    return first_visible(history, thread, ordering);
  }
  void options_of_load(const AtomicHistory& history, ThreadId thread, Ordering ordering,
                       MemoryOptions& options) const;
  void options_of_store(AtomicHistory& history, ThreadId thread, Ordering ordering,
                        MemoryOptions& options) const;
  void options_of_update(AtomicHistory& history, ThreadId thread, Ordering ordering,
                         MemoryOptions& options) const;
  void options_of_exchange(AtomicHistory& history, ThreadId thread, const CompareExchange& what,
                           MemoryOptions& options) const;

  // Given is the index of the store that is seen, or behind which one is made; returned is that of the new
  // one.
  void load(AtomicHistory& history, ThreadId thread, std::size_t seen, Ordering ordering);
  std::size_t store(AtomicHistory& history, ThreadId thread, std::size_t behind, Ordering ordering,
                    const AtomicValue& value, std::uint32_t event);
  std::size_t update(AtomicHistory& history, ThreadId thread, std::size_t seen, Ordering ordering,
                     const AtomicValue& value, std::uint32_t event);
  // A compare-exchange that has seen what it expects.
  void fail_for_no_reason(AtomicHistory& history, ThreadId thread, std::size_t seen, Ordering ordering) {
    see(history, thread, seen, ordering);
    history.count_stale_load(thread);
  }

  const MemoryView& now_of(ThreadId thread) const { return threads_[thread].now; }

 private:
  static constexpr std::size_t kFewThreads = 8;

  struct Thread {
    MemoryView now;
    MemoryView pending;
    MemoryView released;
    bool has_ended = false;
  };

  // The first store that may be seen.
  std::size_t first_visible(const AtomicHistory& history, ThreadId thread, Ordering ordering) const;
  void see(AtomicHistory& history, ThreadId thread, std::size_t seen, Ordering ordering);
  void made(AtomicHistory& history, ThreadId thread, std::size_t index, Ordering ordering,
            const AtomicValue& value, std::uint32_t event);
  void make_room(AtomicHistory& history) const {
    if (history.count() >= AtomicHistory::kMost) prune(history);
  }
  void prune(AtomicHistory& history) const;
  void next_epoch(ThreadId thread) {
    MemoryView& now = threads_[thread].now;
    now.raise(source_of(thread), now.of(source_of(thread)) + 1);
  }

  std::vector<Thread> threads_;  // of which the first count_ are in use
  std::size_t count_ = 0;
  MemoryView order_;
  Epoch order_epoch_ = 1;
};

}  // namespace heddle
