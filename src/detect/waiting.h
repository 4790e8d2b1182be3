// What the events of an execution say about a thread that waits for ever: whether it missed the signal that
// was meant for it, and how others used the object that it waits for. Pure functions of the events.
#pragma once

#include <optional>
#include <span>

#include "event/ids.h"
#include "event/operation.h"
#include "event/wait_state.h"

namespace heddle {

struct LostSignal {
  SiteId site = kNoSite;
  ThreadId thread = kNoThread;
};

// The thread's last event is its wait for `condition`, which gave up `mutex`.
struct ConditionWait {
  ThreadId thread = kNoThread;
  LocationId condition = kNoLocation;
  LocationId mutex = kNoLocation;
};

// A signal is lost for a thread that tested its condition before the signal and waited after it. The test is
// what the thread read, of what other threads change, in the critical section that its wait ends, or before
// that section if it read nothing in it. So the signal found no thread to wake, and after the read and before
// the signal its sender changed what was read. A thread that read nothing at all waits for the signal itself:
// any that came since it started, or since it was last woken, is lost.
//
// A worker that tests and waits in one critical section, and whose condition changes only there, has missed
// nothing, however many signals came while it did not wait.
std::optional<LostSignal> find_lost_signal(std::span<const Event> events, const ConditionWait& wait);

// `next` is what the blocked thread waits to do. Values of the object are left to the caller.
WaitState wait_state(std::span<const Event> events, ThreadId thread, const Operation& next);

}  // namespace heddle
