// Calls of include/heddle/mark.h that mark a place in the program.
#include "runtime/engine/scheduler.h"
#include "runtime/state/finish.h"
#include "runtime/state/hot.h"
#include "runtime/state/thread.h"

using heddle::runtime::at_snapshot;
using heddle::runtime::hot;
using heddle::runtime::scheduler;
using heddle::runtime::snapshot_at_region;

extern "C" {

void heddle_start_here() {
  if (hot.active && at_snapshot != nullptr && hot.watched_size == 0 && !snapshot_at_region) at_snapshot();
}

// Where a function is the region, marks are none.
void heddle_enter_region() {
  if (!hot.active || hot.region_size != 0) return;
  if (snapshot_at_region) at_snapshot();
  ++hot.current->marked_regions;
  scheduler().enter_region();
}

void heddle_leave_region() {
  if (!hot.active || hot.current->marked_regions == 0) return;
  --hot.current->marked_regions;
  scheduler().leave_region();
}

}  // extern "C"
