// --region: threads are switched only while one of them is inside a function, or inside what the program
// marks. Elsewhere a thread goes on until it waits, ends or only polls, and its accesses are only counted.
// The steps are those of an execution without a region, so that the schedule is, too: a replay needs none.
#include "runtime/engine/scheduler.h"

namespace heddle::runtime {

void Scheduler::begin_region() {
  inside_ = 0;
  without_preemption_.begin({.random = random_, .locations = program_.knowledge.locations});
  set_outside(program_.options.only_in_region);
  if (hot.outside) note_order(kMainThread, OrderKind::kLeaveRegion, kNoLocation, kNoSite, Ordering::kRelaxed);
}

void Scheduler::set_outside(bool outside) {
  hot.outside = outside;
  hot.counts_private =
      !outside && !hot.every_operation && program_.options.granularity == Granularity::kShared;
  note_every_point();
}

void Scheduler::enter_region() {
  if (!program_.options.only_in_region || inside_++ != 0) return;
  hot.recording->entered_region = true;
  set_outside(false);
  note_order(OrderKind::kEnterRegion, kNoLocation, kNoSite);
  if (timed_ != 0) update_timed();
}

void Scheduler::leave_region() {
  if (!program_.options.only_in_region || --inside_ != 0) return;
  set_outside(true);
  note_order(OrderKind::kLeaveRegion, kNoLocation, kNoSite);
  if (timed_ != 0) update_timed();
}

// A thread that ends is in no function any more.
void Scheduler::leave_region_for_good() {
  Thread& self = current();
  if (self.region_depth != 0) leave_region();
  for (; self.marked_regions != 0; --self.marked_regions) leave_region();
  self.region_depth = 0;
}

}  // namespace heddle::runtime
