// Finished executions on their way from a worker to the explorer: shared memory with one writer and one
// reader. Nothing in it is lost with the worker, and the reader trusts nothing that it finds.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "runtime/state/recording.h"
#include "search/totals.h"

namespace heddle::runtime {

// What the worker tells of every execution.
struct Finished : ExecutionFacts {
  // What is no execution says why there is none.
  enum class Content : std::uint8_t {
    kExecution,
    kPassed,      // several in a row that the explorer need not look at, as one sum
    kNeedsSetUp,  // the program's set-up cannot be left out
    kTooLarge,    // the arrays do not fit
    kProblem,     // nothing can be restored in that process; `text` says why
  };
  // Whether the worker ends after this one, and why.
  enum class Retirement : std::uint8_t {
    kNone,
    kNews,          // contexts or knowledge have grown: the next worker has them
    kIrreversible,  // a call that nothing undoes; `text` names it
    kCrash,         // one that tells of wild writes: memory is not to be trusted any more
    kMappings,      // they cannot be put back
  };

  Content content;
  Retirement retirement;
  std::uint64_t number;
  std::uint64_t all_events;   // that were recorded
  std::uint64_t event_hash;   // 0: was not asked for
  bool audited;               // to be compared with a forked run
  bool is_news;               // the worker chooses its next ones in another way
  bool used_outside;          // what other executions at the same time might use, too
  std::uint64_t left_behind;  // of an audited one: an address that was not put back, or 0
  char text[kMaxCallName];
};

// Most are empty unless the strategy asks for them.
struct FinishedArrays : ExecutionArrays {
  std::span<const Passed> passed;  // one, or none
#define ARRAY(Type, name, most) std::span<const Type> name;
#include "runtime/state/recording_arrays.def"
#undef ARRAY
};

class FinishedRing {
 public:
  // When the explorer hears of an entry: when there are many, or at once if it waits.
  enum class Urgency : std::uint8_t { kSome, kHigh };

  static constexpr std::uint64_t kSize = 16u << 20;  // bytes of entries

  // In memory that the worker will share; null when there is none.
  static FinishedRing* map();

  // The worker's side. Waits while the ring is full.
  void begin_execution(std::uint64_t number) { started_.store(number + 1, std::memory_order_relaxed); }
  static bool fits(const FinishedArrays& arrays);
  void put(const Finished& finished, const FinishedArrays& arrays, Urgency urgency = Urgency::kSome);
  void close();  // nothing more will come
  // A sum that will be put when it has grown: the explorer finds it if the worker dies before.
  void keep(const Passed& sum);

  // The explorer's side. The arrays are valid until the next call of take() or give_back().
  void reset();
  bool take(Finished& finished, FinishedArrays& arrays);
  void give_back();  // before waiting: the worker may need the room of what was taken last
  bool is_closed() const { return closed_.load(std::memory_order_acquire) != 0; }
  bool is_empty() const {
    return written_.load(std::memory_order_acquire) == read_.load(std::memory_order_relaxed) + taken_;
  }
  void wait(std::uint64_t milliseconds);
  // That was kept last.
  Passed kept() const { return sums_[sum_.load(std::memory_order_acquire) & 1]; }
  // The worker is to leave before its next execution.
  void call_back() { called_back_.store(1, std::memory_order_relaxed); }
  bool is_called_back() const { return called_back_.load(std::memory_order_relaxed) != 0; }
  // Who runs the executions: a child of the process that the explorer knows, where that one keeps the image.
  void set_worker(long process) { worker_.store(process, std::memory_order_relaxed); }
  long worker() const { return worker_.load(std::memory_order_relaxed); }
  std::uint64_t started() const { return started_.load(std::memory_order_relaxed); }

 private:
#define ARRAY(Type, name, most) +1
  static constexpr std::size_t kArrays = 1
#include "event/execution_arrays.def"
#include "runtime/state/recording_arrays.def"
      ;
#undef ARRAY
  struct EntryHeader {
    std::uint64_t size;  // of the whole entry, a multiple of 16
    std::uint64_t counts[kArrays];
    Finished finished;
    std::uint64_t in_this_lap;  // 0: nothing but a gap up to the end
  };

  static std::uint64_t size_of_entry(const FinishedArrays& arrays);
  void ring_the_bell();
  void wait_for_room(std::uint64_t size);

  std::atomic<std::uint64_t> written_;  // bytes, of all times
  std::atomic<std::uint64_t> read_;
  std::uint64_t taken_;  // bytes of the entry that the reader holds
  std::uint64_t told_;   // the writer: where the bell was rung last
  std::atomic<std::uint64_t> started_;
  std::atomic<long> worker_;
  std::atomic<std::uint32_t> closed_;
  std::atomic<std::uint32_t> called_back_;
  std::atomic<std::uint32_t> reader_waits_;
  std::atomic<std::uint32_t> bell_;
  std::atomic<std::uint32_t> room_;
  std::atomic<std::uint32_t> sum_;  // counts: the last bit says which
  Passed sums_[2];
  alignas(64) unsigned char bytes_[kSize];
};

}  // namespace heddle::runtime
