// Of what g++ calls: tasks, their dependences, taskloop, and reductions that tasks take part in.
#include <cstdlib>

#include "runtime/memory/plain_memory.h"
#include "runtime/openmp/gomp.h"
#include "runtime/openmp/reductions.h"

using namespace heddle;
using namespace heddle::runtime;
using namespace heddle::runtime::openmp;
using namespace heddle::runtime::openmp::gomp;

namespace {

// depend[0] is the number of addresses, or 0 where the newer form follows, which knows more kinds.
std::vector<Dependence> dependences_of(void** depend) {
  std::vector<Dependence> found;
  if (depend == nullptr) return found;
  const auto number = [&](std::size_t place) { return reinterpret_cast<std::size_t>(depend[place]); };
  const auto add = [&](const void* address, DependenceKind kind) { found.push_back({address, kind}); };
  if (number(0) != 0) {
    for (std::size_t i = 0; i < number(0); ++i)
      add(depend[2 + i], i < number(1) ? DependenceKind::kOut : DependenceKind::kIn);
    return found;
  }
  const std::size_t out = number(2), mutual = out + number(3), in = mutual + number(4);
  for (std::size_t i = 0; i < number(1); ++i) {
    void* const address = depend[5 + i];
    if (i >= in) {  // an object that holds a dependence
      const auto* const held = static_cast<void**>(address);
      const auto kind = reinterpret_cast<std::uintptr_t>(held[1]);
      add(held[0], kind == 1   ? DependenceKind::kIn
                   : kind == 4 ? DependenceKind::kMutual
                   : kind == 5 ? DependenceKind::kSet
                               : DependenceKind::kOut);
    } else {
      add(address, i < out      ? DependenceKind::kOut
                   : i < mutual ? DependenceKind::kMutual
                                : DependenceKind::kIn);
    }
  }
  return found;
}

constexpr unsigned kUntied = 1, kFinal = 2, kDepend = 8, kUp = 1 << 8, kGrainSize = 1 << 9, kIf = 1 << 10,
                   kNoGroup = 1 << 11, kReduction = 1 << 12, kDetach = 1 << 13;

// The task's own copy of what it captures.
void* captured(void* data, Copy copy, Long size, Long alignment) {
  auto* const memory = static_cast<char*>(std::malloc(static_cast<std::size_t>(size + alignment)));
  auto* const aligned = reinterpret_cast<char*>(
      (reinterpret_cast<std::uintptr_t>(memory) + static_cast<std::uintptr_t>(alignment) - 1) &
      ~static_cast<std::uintptr_t>(alignment - 1));
  if (copy != nullptr)
    copy(aligned, data);
  else
    plain().memcpy(aligned, data, static_cast<std::size_t>(size));
  return aligned;
}

template <typename Value>
void taskloop(Function function, void* data, Copy copy, Long size, Long alignment, unsigned flags,
              unsigned long tasks, const Range& range, SiteId site) {
  if (range.count == 0) return;
  const bool has_group = (flags & kNoGroup) == 0;
  if (has_group) begin_group();
  if (has_group && (flags & kReduction) != 0) {
    auto* const reductions =
        *reinterpret_cast<std::uintptr_t**>(static_cast<char*>(data) + 2 * sizeof(Value));
    gomp_reductions::give_memory(reductions, current_team().size());
    gomp_reductions::add(*current_task().group, reductions);
  }
  std::uint64_t parts = tasks;
  if ((flags & kGrainSize) != 0 && tasks != 0) parts = range.count / tasks;
  if (parts == 0) parts = tasks == 0 ? current_team().size() : 1;
  if (parts > range.count) parts = range.count;
  for (std::uint64_t i = 0; i < parts; ++i) {
    void* const own = captured(data, copy, size, alignment);
    static_cast<Value*>(own)[0] = static_cast<Value>(range.start + range.count * i / parts * range.step);
    static_cast<Value*>(own)[1] =
        static_cast<Value>(range.start + range.count * (i + 1) / parts * range.step);
    task({.run = function,
          .argument = own,
          .is_deferred = (flags & kIf) != 0,
          .is_tied = (flags & kUntied) == 0,
          .is_final = (flags & kFinal) != 0,
          .event = nullptr,
          .dependences = {},
          .site = site});
  }
  if (has_group) end_group(site);
}

}  // namespace

extern "C" {

void GOMP_task(Function function, void* data, Copy copy, Long size, Long alignment, bool deferred,
               unsigned flags, void** depend, int priority, void* detach) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_task, function, data, copy, size, alignment, deferred, flags, depend,
                           priority, detach)
  NewTask made{.run = function,
               .argument = captured(data, copy, size, alignment),
               .is_deferred = deferred,
               .is_tied = (flags & kUntied) == 0,
               .is_final = (flags & kFinal) != 0,
               .event = nullptr,
               .dependences = {},
               .site = HEDDLE_SITE};
  if ((flags & kDepend) != 0) made.dependences = dependences_of(depend);
  if ((flags & kDetach) != 0) *static_cast<Completion**>(detach) = made.event = new Completion;
  task(made);
}

void GOMP_taskloop(Function function, void* data, Copy copy, Long size, Long alignment, unsigned flags,
                   unsigned long tasks, int priority, Long start, Long end, Long step) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_taskloop, function, data, copy, size, alignment, flags, tasks, priority,
                           start, end, step)
  taskloop<Long>(function, data, copy, size, alignment, flags, tasks, range_of(start, end, step),
                 HEDDLE_SITE);
}

void GOMP_taskloop_ull(Function function, void* data, Copy copy, Long size, Long alignment, unsigned flags,
                       unsigned long tasks, int priority, Unsigned start, Unsigned end, Unsigned step) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_taskloop_ull, function, data, copy, size, alignment, flags, tasks, priority,
                           start, end, step)
  taskloop<Unsigned>(function, data, copy, size, alignment, flags, tasks,
                     range_of((flags & kUp) != 0, start, end, step), HEDDLE_SITE);
}

void GOMP_taskwait() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_taskwait)
  wait_for_children(HEDDLE_SITE);
}

void GOMP_taskwait_depend(void** depend) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_taskwait_depend, depend)
  wait_for_dependences(dependences_of(depend), HEDDLE_SITE);
}

void GOMP_taskyield() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_taskyield)
  yield_task(HEDDLE_SITE);
}

void GOMP_taskgroup_start() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_taskgroup_start)
  begin_group();
}

void GOMP_taskgroup_end() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_taskgroup_end)
  end_group(HEDDLE_SITE);
}

void GOMP_taskgroup_reduction_register(std::uintptr_t* reductions) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_taskgroup_reduction_register, reductions)
  gomp_reductions::give_memory(reductions, current_team().size());
  gomp_reductions::add(*current_task().group, reductions);
}

void GOMP_taskgroup_reduction_unregister(std::uintptr_t* reductions) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_taskgroup_reduction_unregister, reductions)
  gomp_reductions::take_memory(reductions);
}

void GOMP_workshare_task_reduction_unregister(bool cancelled) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_workshare_task_reduction_unregister, cancelled)
  const SiteId site = HEDDLE_SITE;
  end_group(site);
  if (!cancelled) barrier(site);
}

void GOMP_task_reduction_remap(std::size_t count, std::size_t originals, void** addresses) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_task_reduction_remap, count, originals, addresses)
  gomp_reductions::remap(count, originals, addresses);
}

}  // extern "C"
