// What is known of the object that a blocked thread waits for, where it is no lock: how it stands, and which
// thread used it last.
#pragma once

#include <cstdint>

#include "event/ids.h"
#include "event/location.h"
#include "event/operation.h"

namespace heddle {

struct WaitState {
  // kWait: a condition variable; kFutexWait: a word, as in a latch, a future or an atomic; kBarrierWait;
  // kSemaphoreWait. kNone: nothing is known.
  OperationKind how = OperationKind::kNone;
  bool value_is_known = false;
  std::uint32_t value = 0;   // tokens of a semaphore, the word of a futex, arrivals at a barrier
  std::uint32_t wanted = 0;  // the arrivals that a barrier needs
  std::uint32_t rounds = 0;  // how often the thread was woken before, at this object and this line

  // The last signal of a condition variable; who took a semaphore last; who changed the word last.
  OperationKind last = OperationKind::kNone;
  ThreadId last_thread = kNoThread;
  SiteId last_site = kNoSite;
  bool in_vain = false;        // the signal found no thread to wake
  ThreadId woken = kNoThread;  // the thread that took the signal
  LocationId watched = 0;      // what the thread loaded last before it waited for the word
  Location watched_object;     // the same, by name
};

}  // namespace heddle
