// The few words that every hook reads.
#pragma once

#include <cstdint>

#include "analysis/sharing.h"
#include "search/executor.h"

namespace heddle::runtime {

struct Thread;
struct Recording;

struct Hot {
  bool active;           // under control: the hooks do something
  bool every_operation;  // a replay: every operation is announced
  bool name_accesses;    // ... and has a location
  bool weak_memory;      // --memory c++: atomic operations do what the machine of the model says
  bool watches_orders;   // nobody knows yet whether there are atomic operations weaker than seq_cst
  bool outside;          // of the region in which threads are switched: plain accesses are only counted
  bool counts_private;   // a plain access is only counted if the thread's own memory is meant
  Granularity granularity;
  bool thread_pointer_is_shared;  // a thread was cloned that may have the thread pointer of its creator
  bool private_news;     // since the last point: the thread wrote to or first touched memory of its own
  std::int32_t fuel;     // private accesses left before others get a chance
  sharing::Segment own;  // of the running thread
  Thread* current;
  Recording* recording;
  // A function's code: a thread that enters it calls at_snapshot (state/finish.h). Size 0: no function is
  // watched.
  std::uint64_t watched_code;
  std::uint64_t watched_size;
  // Likewise of the region. Size 0: no function is one.
  std::uint64_t region_code;
  std::uint64_t region_size;
  volatile std::uint64_t signals_from_kernel;  // a SignalSet: came while a thread ran that blocks them
};

// A thread that touches only its own memory for so long may be spinning on something that is not known to be
// shared yet.
inline constexpr std::int32_t kFuel = 2000;

[[gnu::visibility("hidden")]] extern Hot hot;

}  // namespace heddle::runtime
