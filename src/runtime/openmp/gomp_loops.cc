// Of what g++ calls: loops that the threads of a team share.
#include "runtime/openmp/gomp.h"

using namespace heddle;
using namespace heddle::runtime;
using namespace heddle::runtime::openmp;
using namespace heddle::runtime::openmp::gomp;

extern "C" {

bool GOMP_loop_static_start(Long start, Long end, Long step, Long chunk, Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_static_start, start, end, step, chunk, from, to)
  begin_loop(range_of(start, end, step), {LoopKind::kStatic, static_cast<std::uint64_t>(chunk)}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_static_next(Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_static_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_static_start(bool up, Unsigned start, Unsigned end, Unsigned step, Unsigned chunk,
                                Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_static_start, up, start, end, step, chunk, from, to)
  begin_loop(range_of(up, start, end, step), {LoopKind::kStatic, chunk}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_static_next(Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_static_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_dynamic_start(Long start, Long end, Long step, Long chunk, Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_dynamic_start, start, end, step, chunk, from, to)
  begin_loop(range_of(start, end, step), {LoopKind::kDynamic, static_cast<std::uint64_t>(chunk)},
             HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_dynamic_next(Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_dynamic_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_dynamic_start(bool up, Unsigned start, Unsigned end, Unsigned step, Unsigned chunk,
                                 Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_dynamic_start, up, start, end, step, chunk, from, to)
  begin_loop(range_of(up, start, end, step), {LoopKind::kDynamic, chunk}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_dynamic_next(Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_dynamic_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_guided_start(Long start, Long end, Long step, Long chunk, Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_guided_start, start, end, step, chunk, from, to)
  begin_loop(range_of(start, end, step), {LoopKind::kGuided, static_cast<std::uint64_t>(chunk)}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_guided_next(Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_guided_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_guided_start(bool up, Unsigned start, Unsigned end, Unsigned step, Unsigned chunk,
                                Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_guided_start, up, start, end, step, chunk, from, to)
  begin_loop(range_of(up, start, end, step), {LoopKind::kGuided, chunk}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_guided_next(Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_guided_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_nonmonotonic_dynamic_start(Long start, Long end, Long step, Long chunk, Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_nonmonotonic_dynamic_start, start, end, step, chunk, from, to)
  begin_loop(range_of(start, end, step), {LoopKind::kDynamic, static_cast<std::uint64_t>(chunk)},
             HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_nonmonotonic_dynamic_next(Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_nonmonotonic_dynamic_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_nonmonotonic_dynamic_start(bool up, Unsigned start, Unsigned end, Unsigned step,
                                              Unsigned chunk, Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_nonmonotonic_dynamic_start, up, start, end, step, chunk, from, to)
  begin_loop(range_of(up, start, end, step), {LoopKind::kDynamic, chunk}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_nonmonotonic_dynamic_next(Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_nonmonotonic_dynamic_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_nonmonotonic_guided_start(Long start, Long end, Long step, Long chunk, Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_nonmonotonic_guided_start, start, end, step, chunk, from, to)
  begin_loop(range_of(start, end, step), {LoopKind::kGuided, static_cast<std::uint64_t>(chunk)}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_nonmonotonic_guided_next(Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_nonmonotonic_guided_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_nonmonotonic_guided_start(bool up, Unsigned start, Unsigned end, Unsigned step,
                                             Unsigned chunk, Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_nonmonotonic_guided_start, up, start, end, step, chunk, from, to)
  begin_loop(range_of(up, start, end, step), {LoopKind::kGuided, chunk}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_nonmonotonic_guided_next(Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_nonmonotonic_guided_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_runtime_start(Long start, Long end, Long step, Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_runtime_start, start, end, step, from, to)
  begin_loop(range_of(start, end, step), {LoopKind::kRuntime}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_runtime_next(Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_runtime_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_runtime_start(bool up, Unsigned start, Unsigned end, Unsigned step, Unsigned* from,
                                 Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_runtime_start, up, start, end, step, from, to)
  begin_loop(range_of(up, start, end, step), {LoopKind::kRuntime}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_runtime_next(Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_runtime_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_nonmonotonic_runtime_start(Long start, Long end, Long step, Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_nonmonotonic_runtime_start, start, end, step, from, to)
  begin_loop(range_of(start, end, step), {LoopKind::kRuntime}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_nonmonotonic_runtime_next(Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_nonmonotonic_runtime_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_nonmonotonic_runtime_start(bool up, Unsigned start, Unsigned end, Unsigned step,
                                              Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_nonmonotonic_runtime_start, up, start, end, step, from, to)
  begin_loop(range_of(up, start, end, step), {LoopKind::kRuntime}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_nonmonotonic_runtime_next(Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_nonmonotonic_runtime_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_maybe_nonmonotonic_runtime_start(Long start, Long end, Long step, Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_maybe_nonmonotonic_runtime_start, start, end, step, from, to)
  begin_loop(range_of(start, end, step), {LoopKind::kRuntime}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_maybe_nonmonotonic_runtime_next(Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_maybe_nonmonotonic_runtime_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_maybe_nonmonotonic_runtime_start(bool up, Unsigned start, Unsigned end, Unsigned step,
                                                    Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_maybe_nonmonotonic_runtime_start, up, start, end, step, from, to)
  begin_loop(range_of(up, start, end, step), {LoopKind::kRuntime}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_maybe_nonmonotonic_runtime_next(Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_maybe_nonmonotonic_runtime_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ordered_static_start(Long start, Long end, Long step, Long chunk, Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ordered_static_start, start, end, step, chunk, from, to)
  begin_loop(range_of(start, end, step), {LoopKind::kStatic, static_cast<std::uint64_t>(chunk)}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ordered_static_next(Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ordered_static_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_ordered_static_start(bool up, Unsigned start, Unsigned end, Unsigned step, Unsigned chunk,
                                        Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_ordered_static_start, up, start, end, step, chunk, from, to)
  begin_loop(range_of(up, start, end, step), {LoopKind::kStatic, chunk}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_ordered_static_next(Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_ordered_static_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ordered_dynamic_start(Long start, Long end, Long step, Long chunk, Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ordered_dynamic_start, start, end, step, chunk, from, to)
  begin_loop(range_of(start, end, step), {LoopKind::kDynamic, static_cast<std::uint64_t>(chunk)},
             HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ordered_dynamic_next(Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ordered_dynamic_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_ordered_dynamic_start(bool up, Unsigned start, Unsigned end, Unsigned step, Unsigned chunk,
                                         Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_ordered_dynamic_start, up, start, end, step, chunk, from, to)
  begin_loop(range_of(up, start, end, step), {LoopKind::kDynamic, chunk}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_ordered_dynamic_next(Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_ordered_dynamic_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ordered_guided_start(Long start, Long end, Long step, Long chunk, Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ordered_guided_start, start, end, step, chunk, from, to)
  begin_loop(range_of(start, end, step), {LoopKind::kGuided, static_cast<std::uint64_t>(chunk)}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ordered_guided_next(Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ordered_guided_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_ordered_guided_start(bool up, Unsigned start, Unsigned end, Unsigned step, Unsigned chunk,
                                        Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_ordered_guided_start, up, start, end, step, chunk, from, to)
  begin_loop(range_of(up, start, end, step), {LoopKind::kGuided, chunk}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_ordered_guided_next(Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_ordered_guided_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ordered_runtime_start(Long start, Long end, Long step, Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ordered_runtime_start, start, end, step, from, to)
  begin_loop(range_of(start, end, step), {LoopKind::kRuntime}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ordered_runtime_next(Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ordered_runtime_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_ordered_runtime_start(bool up, Unsigned start, Unsigned end, Unsigned step, Unsigned* from,
                                         Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_ordered_runtime_start, up, start, end, step, from, to)
  begin_loop(range_of(up, start, end, step), {LoopKind::kRuntime}, HEDDLE_SITE);
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_ordered_runtime_next(Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_ordered_runtime_next, from, to)
  return next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_start(Long start, Long end, Long step, Long schedule, Long chunk, Long* from, Long* to,
                     std::uintptr_t* reductions, void** memory) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_start, start, end, step, schedule, chunk, from, to, reductions, memory)
  begin_loop(range_of(start, end, step), schedule_of(schedule, chunk), HEDDLE_SITE);
  join_reductions(reductions);
  give_memory(memory);
  return from == nullptr || next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_start(bool up, Unsigned start, Unsigned end, Unsigned step, Long schedule, Unsigned chunk,
                         Unsigned* from, Unsigned* to, std::uintptr_t* reductions, void** memory) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_start, up, start, end, step, schedule, chunk, from, to, reductions,
                           memory)
  begin_loop(range_of(up, start, end, step), schedule_of(schedule, static_cast<Long>(chunk)), HEDDLE_SITE);
  join_reductions(reductions);
  give_memory(memory);
  return from == nullptr || next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ordered_start(Long start, Long end, Long step, Long schedule, Long chunk, Long* from, Long* to,
                             std::uintptr_t* reductions, void** memory) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ordered_start, start, end, step, schedule, chunk, from, to, reductions,
                           memory)
  begin_loop(range_of(start, end, step), schedule_of(schedule, chunk), HEDDLE_SITE);
  join_reductions(reductions);
  give_memory(memory);
  return from == nullptr || next(from, to, HEDDLE_SITE);
}

bool GOMP_loop_ull_ordered_start(bool up, Unsigned start, Unsigned end, Unsigned step, Long schedule,
                                 Unsigned chunk, Unsigned* from, Unsigned* to, std::uintptr_t* reductions,
                                 void** memory) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_ordered_start, up, start, end, step, schedule, chunk, from, to,
                           reductions, memory)
  begin_loop(range_of(up, start, end, step), schedule_of(schedule, static_cast<Long>(chunk)), HEDDLE_SITE);
  join_reductions(reductions);
  give_memory(memory);
  return from == nullptr || next(from, to, HEDDLE_SITE);
}

void GOMP_loop_end() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_end)
  end_loop(HEDDLE_SITE);
}

void GOMP_loop_end_nowait() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_end_nowait)
  end_loop_without_waiting();
}

bool GOMP_loop_end_cancel() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_end_cancel)
  return end_loop_cancelled(HEDDLE_SITE);
}

}  // extern "C"
