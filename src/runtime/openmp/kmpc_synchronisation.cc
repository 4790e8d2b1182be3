// Of what clang++ calls: barriers, critical sections, single, ordered, reductions, cancellation.
#include "runtime/openmp/kmpc.h"

using namespace heddle;
using namespace heddle::runtime;
using namespace heddle::runtime::openmp;
using namespace heddle::runtime::openmp::kmpc;

extern "C" void __tsan_atomic_thread_fence(int order);

namespace {

enum Cancellable { kParallel = 1, kLoop = 2, kSections = 3, kTaskgroup = 4 };

bool is_cancelled(Number what) {
  const Task& self = current_task();
  if (what == kTaskgroup) return self.group != nullptr && self.group->is_cancelled;
  if (self.team->is_cancelled) return true;
  return what != kParallel && self.member->share != nullptr && self.member->share->is_cancelled;
}

}  // namespace

extern "C" {

void __kmpc_barrier(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_barrier, place, thread)
  const SiteId site = HEDDLE_SITE;
  check_barrier(site);
  barrier(site);
}

Number __kmpc_cancel_barrier(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_cancel_barrier, place, thread)
  return barrier(HEDDLE_SITE);
}

void __kmpc_flush(Place* place) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_flush, place)
  __tsan_atomic_thread_fence(__ATOMIC_SEQ_CST);
}

Number __kmpc_master(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_master, place, thread)
  return current_member().number == 0;
}

void __kmpc_end_master(Place* place,
                       Number thread){HEDDLE_UNLESS_CONTROLLED(__kmpc_end_master, place, thread)}

Number __kmpc_masked(Place* place, Number thread, Number filter) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_masked, place, thread, filter)
  return static_cast<Number>(current_member().number) == filter;
}

void __kmpc_end_masked(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_end_masked, place, thread)
}

void __kmpc_scope(Place* place, Number thread, void* reserved) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_scope, place, thread, reserved)
}

void __kmpc_end_scope(Place* place, Number thread, void* reserved) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_end_scope, place, thread, reserved)
}

void __kmpc_critical(Place* place, Number thread, void* name) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_critical, place, thread, name)
  lock(name, false, HEDDLE_SITE);
}

void __kmpc_critical_with_hint(Place* place, Number thread, void* name, std::uint32_t hint) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_critical_with_hint, place, thread, name, hint)
  lock(name, false, HEDDLE_SITE);
}

void __kmpc_end_critical(Place* place, Number thread, void* name) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_end_critical, place, thread, name)
  unlock(name, false, HEDDLE_SITE);
}

void __kmpc_ordered(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_ordered, place, thread)
  begin_ordered(HEDDLE_SITE);
}

void __kmpc_end_ordered(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_end_ordered, place, thread)
  end_ordered(HEDDLE_SITE);
}

Number __kmpc_single(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_single, place, thread)
  const bool taken = take_single(HEDDLE_SITE);
  end_share();
  return taken;
}

void __kmpc_end_single(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_end_single, place, thread)
}

void __kmpc_copyprivate(Place* place, Number thread, std::size_t size, void* data, void (*copy)(void*, void*),
                        Number did) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_copyprivate, place, thread, size, data, copy, did)
  const SiteId site = HEDDLE_SITE;
  Team& team = current_team();
  if (did != 0) team.copied = data;
  barrier(site);
  if (did == 0) copy(data, team.copied);
  barrier(site);
}

// Each thread adds its part while it holds a lock.
Number __kmpc_reduce(Place* place, Number thread, Number count, std::size_t size, void* data,
                     void (*combine)(void*, void*), void* name) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_reduce, place, thread, count, size, data, combine, name)
  lock(name, false, HEDDLE_SITE);
  return 1;
}

// Each thread adds its part while it holds a lock.
Number __kmpc_reduce_nowait(Place* place, Number thread, Number count, std::size_t size, void* data,
                            void (*combine)(void*, void*), void* name) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_reduce_nowait, place, thread, count, size, data, combine, name)
  lock(name, false, HEDDLE_SITE);
  return 1;
}

void __kmpc_end_reduce(Place* place, Number thread, void* name) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_end_reduce, place, thread, name)
  const SiteId site = HEDDLE_SITE;
  unlock(name, false, site);
  barrier(site);
}

void __kmpc_end_reduce_nowait(Place* place, Number thread, void* name) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_end_reduce_nowait, place, thread, name)
  unlock(name, false, HEDDLE_SITE);
}

Number __kmpc_cancel(Place* place, Number thread, Number what) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_cancel, place, thread, what)
  if (!settings().may_cancel) return 0;
  Task& self = current_task();
  if (what == kParallel)
    self.team->is_cancelled = true;
  else if (what == kTaskgroup && self.group != nullptr)
    self.group->is_cancelled = true;
  else if (what != kTaskgroup && self.member->share != nullptr)
    self.member->share->is_cancelled = true;
  scheduler().reconsider_all();
  return 1;
}

Number __kmpc_cancellationpoint(Place* place, Number thread, Number what) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_cancellationpoint, place, thread, what)
  return settings().may_cancel && is_cancelled(what);
}

}  // extern "C"
