// How an execution ends: set by the way in which executions are kept apart (isolation/).
#pragma once

namespace heddle::runtime {

// Leaves the program for good; everything worth knowing is in the recording.
using FinishExecution = void (*)();
extern FinishExecution finish_execution;

// Called when the program is about to start its first thread; null: nobody waits for that.
extern void (*before_first_thread)();

// Called where executions are to begin: at the first call of heddle::start_here(), and of the function that
// is watched (Hot::watched_code). Null: executions do not begin there.
extern void (*at_snapshot)();
extern bool snapshot_at_region;  // of these marks: where the program enters a region, not at start_here()

// Whether the process goes on to another execution: it must not end with this one.
extern bool process_goes_on;

}  // namespace heddle::runtime
