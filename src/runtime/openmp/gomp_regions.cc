// Of what g++ calls: parallel regions and what orders their threads, cancellation, memory.
#include <cstdlib>

#include "runtime/openmp/gomp.h"
#include "runtime/openmp/reductions.h"

using namespace heddle;
using namespace heddle::runtime;
using namespace heddle::runtime::openmp;
using namespace heddle::runtime::openmp::gomp;

namespace {

struct ParallelCall {
  Function function;
  void* data;
  Range range;
  LoopSchedule schedule;
  bool has_loop = false;
};

void run_call(void* argument, unsigned) {
  const auto& call = *static_cast<ParallelCall*>(argument);
  if (call.has_loop) begin_loop(call.range, call.schedule, current_team().site);
  call.function(call.data);
}

void run_parallel(ParallelCall call, unsigned threads, SiteId site) {
  parallel({run_call, &call}, threads, site);
}

enum Cancellable { kParallel = 1, kLoop = 2, kSections = 4, kTaskgroup = 8 };

bool is_cancelled(int what) {
  const Task& self = current_task();
  switch (what) {
    case kParallel:
      return self.team->is_cancelled;
    case kLoop:
    case kSections:
      return self.team->is_cancelled || (self.member->share != nullptr && self.member->share->is_cancelled);
    default:
      return self.group != nullptr && self.group->is_cancelled;
  }
}

}  // namespace

extern "C" {

void GOMP_parallel(Function function, void* data, unsigned threads, unsigned flags) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_parallel, function, data, threads, flags)
  run_parallel({function, data, {}, {}}, threads, HEDDLE_SITE);
}

unsigned GOMP_parallel_reductions(Function function, void* data, unsigned threads, unsigned flags) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_parallel_reductions, function, data, threads, flags)
  auto* const reductions = *static_cast<std::uintptr_t**>(data);
  Task& self = current_task();
  const unsigned most = threads != 0 ? threads : self.threads != 0 ? self.threads : settings().threads;
  gomp_reductions::give_memory(reductions, most);
  struct Call {
    Function function;
    void* data;
    std::uintptr_t* reductions;
    unsigned size;
  } call{function, data, reductions, 1};
  parallel({[](void* argument, unsigned) {
              auto& made = *static_cast<Call*>(argument);
              made.size = current_team().size();
              begin_group();
              gomp_reductions::add(*current_task().group, made.reductions);
              use_members_memory(current_task().site);
              made.function(made.data);
            },
            &call},
           threads, HEDDLE_SITE);
  return call.size;
}

void GOMP_parallel_loop_static(Function function, void* data, unsigned threads, Long start, Long end,
                               Long step, Long chunk, unsigned flags) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_parallel_loop_static, function, data, threads, start, end, step, chunk, flags)
  run_parallel({function,
                data,
                range_of(start, end, step),
                {LoopKind::kStatic, static_cast<std::uint64_t>(chunk)},
                true},
               threads, HEDDLE_SITE);
}

void GOMP_parallel_loop_dynamic(Function function, void* data, unsigned threads, Long start, Long end,
                                Long step, Long chunk, unsigned flags) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_parallel_loop_dynamic, function, data, threads, start, end, step, chunk,
                           flags)
  run_parallel({function,
                data,
                range_of(start, end, step),
                {LoopKind::kDynamic, static_cast<std::uint64_t>(chunk)},
                true},
               threads, HEDDLE_SITE);
}

void GOMP_parallel_loop_guided(Function function, void* data, unsigned threads, Long start, Long end,
                               Long step, Long chunk, unsigned flags) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_parallel_loop_guided, function, data, threads, start, end, step, chunk, flags)
  run_parallel({function,
                data,
                range_of(start, end, step),
                {LoopKind::kGuided, static_cast<std::uint64_t>(chunk)},
                true},
               threads, HEDDLE_SITE);
}

void GOMP_parallel_loop_nonmonotonic_dynamic(Function function, void* data, unsigned threads, Long start,
                                             Long end, Long step, Long chunk, unsigned flags) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_parallel_loop_nonmonotonic_dynamic, function, data, threads, start, end, step,
                           chunk, flags)
  run_parallel({function,
                data,
                range_of(start, end, step),
                {LoopKind::kDynamic, static_cast<std::uint64_t>(chunk)},
                true},
               threads, HEDDLE_SITE);
}

void GOMP_parallel_loop_nonmonotonic_guided(Function function, void* data, unsigned threads, Long start,
                                            Long end, Long step, Long chunk, unsigned flags) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_parallel_loop_nonmonotonic_guided, function, data, threads, start, end, step,
                           chunk, flags)
  run_parallel({function,
                data,
                range_of(start, end, step),
                {LoopKind::kGuided, static_cast<std::uint64_t>(chunk)},
                true},
               threads, HEDDLE_SITE);
}

void GOMP_parallel_loop_runtime(Function function, void* data, unsigned threads, Long start, Long end,
                                Long step, unsigned flags) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_parallel_loop_runtime, function, data, threads, start, end, step, flags)
  run_parallel({function, data, range_of(start, end, step), {LoopKind::kRuntime}, true}, threads,
               HEDDLE_SITE);
}

void GOMP_parallel_loop_nonmonotonic_runtime(Function function, void* data, unsigned threads, Long start,
                                             Long end, Long step, unsigned flags) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_parallel_loop_nonmonotonic_runtime, function, data, threads, start, end, step,
                           flags)
  run_parallel({function, data, range_of(start, end, step), {LoopKind::kRuntime}, true}, threads,
               HEDDLE_SITE);
}

void GOMP_parallel_loop_maybe_nonmonotonic_runtime(Function function, void* data, unsigned threads,
                                                   Long start, Long end, Long step, unsigned flags) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_parallel_loop_maybe_nonmonotonic_runtime, function, data, threads, start, end,
                           step, flags)
  run_parallel({function, data, range_of(start, end, step), {LoopKind::kRuntime}, true}, threads,
               HEDDLE_SITE);
}

void GOMP_parallel_sections(Function function, void* data, unsigned threads, unsigned count, unsigned flags) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_parallel_sections, function, data, threads, count, flags)
  run_parallel({function, data, {1, 1, count}, {LoopKind::kDynamic, 1}, true}, threads, HEDDLE_SITE);
}

bool GOMP_single_start() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_single_start)
  const bool taken = take_single(HEDDLE_SITE);
  end_share();
  return taken;
}

void* GOMP_single_copy_start() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_single_copy_start)
  const SiteId site = HEDDLE_SITE;
  if (take_single(site)) return nullptr;
  barrier(site);
  void* const copied = current_member().share->copied;
  end_share();
  return copied;
}

void GOMP_single_copy_end(void* data) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_single_copy_end, data)
  current_member().share->copied = data;
  barrier(HEDDLE_SITE);
  end_share();
}

void GOMP_barrier() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_barrier)
  const SiteId site = HEDDLE_SITE;
  check_barrier(site);
  barrier(site);
}

bool GOMP_barrier_cancel() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_barrier_cancel)
  return barrier(HEDDLE_SITE);
}

void GOMP_critical_start() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_critical_start)
  lock(unnamed_critical(), false, HEDDLE_SITE);
}

void GOMP_critical_end() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_critical_end)
  unlock(unnamed_critical(), false, HEDDLE_SITE);
}

void GOMP_critical_name_start(void** name) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_critical_name_start, name)
  lock(name, false, HEDDLE_SITE);
}

void GOMP_critical_name_end(void** name) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_critical_name_end, name)
  unlock(name, false, HEDDLE_SITE);
}

void GOMP_atomic_start() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_atomic_start)
  lock(atomic_lock(), false, HEDDLE_SITE);
}

void GOMP_atomic_end() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_atomic_end)
  unlock(atomic_lock(), false, HEDDLE_SITE);
}

void GOMP_ordered_start() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_ordered_start)
  begin_ordered(HEDDLE_SITE);
}

void GOMP_ordered_end() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_ordered_end)
  end_ordered(HEDDLE_SITE);
}

bool GOMP_cancel(int what, bool does) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_cancel, what, does)
  if (!settings().may_cancel) return false;
  if (!does) return is_cancelled(what);
  Task& self = current_task();
  if (what == kParallel)
    self.team->is_cancelled = true;
  else if (what == kTaskgroup && self.group != nullptr)
    self.group->is_cancelled = true;
  else if (what != kTaskgroup && self.member->share != nullptr)
    self.member->share->is_cancelled = true;
  scheduler().reconsider_all();
  return true;
}

bool GOMP_cancellation_point(int what) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_cancellation_point, what)
  return settings().may_cancel && is_cancelled(what);
}

void GOMP_teams_reg(Function function, void* data, unsigned teams, unsigned limit, unsigned flags) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_teams_reg, function, data, teams, limit, flags)
  function(data);
}

void* GOMP_alloc(std::size_t alignment, std::size_t size, std::uintptr_t allocator) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_alloc, alignment, size, allocator)
  void* memory = nullptr;
  return posix_memalign(&memory, alignment < sizeof(void*) ? sizeof(void*) : alignment, size) == 0 ? memory
                                                                                                   : nullptr;
}

void GOMP_free(void* memory, std::uintptr_t allocator) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_free, memory, allocator)
  std::free(memory);
}

}  // extern "C"
