// What g++ calls: libgomp's interface, as of GCC 12. Iterations of its loops are `long`, or `unsigned long
// long` with a direction.
#include <cstdarg>
#include <cstdlib>

#include "runtime/memory/plain_memory.h"
#include "runtime/openmp/native.h"
#include "runtime/openmp/reductions.h"
#include "runtime/openmp/team.h"

using namespace heddle;
using namespace heddle::runtime;
using namespace heddle::runtime::openmp;

namespace {

using Long = long;
using Unsigned = unsigned long long;
using Function = void (*)(void*);
using Copy = void (*)(void*, void*);

SiteId site_at(const CallSite& call) {
  return user_site(call);
}
#define HEDDLE_SITE site_at(HEDDLE_CALL_SITE)

// A loop as the program writes it.
struct Range {
  Unsigned start = 0;
  Unsigned step = 1;  // as a two's complement, where it counts down
  std::uint64_t count = 0;
};

Range range_of(Long start, Long end, Long step) {
  const bool is_empty = step > 0 ? start >= end : start <= end;
  const auto distance = step > 0 ? static_cast<Unsigned>(end) - static_cast<Unsigned>(start)
                                 : static_cast<Unsigned>(start) - static_cast<Unsigned>(end);
  const auto each = step > 0 ? static_cast<Unsigned>(step) : -static_cast<Unsigned>(step);
  return {static_cast<Unsigned>(start), static_cast<Unsigned>(step),
          is_empty ? 0 : (distance + each - 1) / each};
}

Range range_of(bool up, Unsigned start, Unsigned end, Unsigned step) {
  const bool is_empty = up ? start >= end : start <= end;
  const Unsigned distance = up ? end - start : start - end, each = up ? step : -step;
  return {start, step, is_empty ? 0 : (distance + each - 1) / each};
}

void begin_loop(const Range& range, LoopSchedule schedule, SiteId site) {
  Share& share = begin_share(site);
  share.iterations = range.count;
  share.schedule = resolved(schedule);
  share.range[0] = range.start;
  share.range[1] = range.step;
}

template <typename Value>
bool next(Value* begin, Value* end, SiteId site) {
  finish_chunk();
  const Chunk chunk = next_chunk(site);
  if (chunk.is_empty()) return false;
  const Share& share = *current_member().share;
  *begin = static_cast<Value>(share.range[0] + chunk.begin * share.range[1]);
  *end = static_cast<Value>(share.range[0] + chunk.end * share.range[1]);
  return true;
}

// The number of `sched` in GOMP_loop_start: 0 runtime, 1 static, 2 dynamic, 3 guided, 4 auto.
LoopSchedule schedule_of(Long number, Long chunk) {
  constexpr LoopKind kKinds[] = {LoopKind::kRuntime, LoopKind::kStatic, LoopKind::kDynamic, LoopKind::kGuided,
                                 LoopKind::kAuto};
  const auto kind = static_cast<std::size_t>(number & 7);
  return {kind < 5 ? kKinds[kind] : LoopKind::kStatic, static_cast<std::uint64_t>(chunk < 0 ? 0 : chunk)};
}

void give_memory(void** memory) {
  if (memory == nullptr) return;
  Share& share = *current_member().share;
  if (share.memory == nullptr) share.memory = std::calloc(1, reinterpret_cast<std::size_t>(*memory));
  *memory = share.memory;
}

// Of a loop or a scope whose reductions tasks take part in.
void join_reductions(std::uintptr_t* reductions) {
  if (reductions == nullptr) return;
  begin_group();
  Share& share = *current_member().share;
  if (share.reductions == nullptr) {
    gomp_reductions::give_memory(reductions, current_team().size());
    share.reductions = reductions;
  } else {
    gomp_reductions::copy_memory(reductions, static_cast<std::uintptr_t*>(share.reductions));
  }
  gomp_reductions::add(*current_task().group, reductions);
  use_members_memory(current_task().site);
}

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

void end_loop(SiteId site) {
  finish_chunk();
  end_share();
  barrier(site);
}
void end_loop_without_waiting() {
  finish_chunk();
  end_share();
}
bool end_loop_cancelled(SiteId site) {
  end_loop_without_waiting();
  return barrier(site);
}

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

}  // extern "C"

namespace {

template <typename Value>
bool begin_dependent_loop(unsigned loops, const Value* counts, LoopSchedule schedule, Value* from, Value* to,
                          std::uintptr_t* reductions, void** memory, SiteId site) {
  begin_loop({0, 1, static_cast<std::uint64_t>(counts[0])}, schedule, site);
  begin_dependences(std::vector<std::uint64_t>(counts, counts + loops), site);
  join_reductions(reductions);
  give_memory(memory);
  return next(from, to, site);
}

template <typename Value>
std::uint64_t iteration_at(const Value* counts) {
  const Share& share = *current_member().dependences;
  return flat(share, std::vector<std::uint64_t>(counts, counts + share.counts.size()));
}

template <typename Value>
std::uint64_t iteration_at(Value first, va_list rest) {
  const Share& share = *current_member().dependences;
  std::vector<std::uint64_t> iterations{static_cast<std::uint64_t>(first)};
  while (iterations.size() < share.counts.size())
    iterations.push_back(static_cast<std::uint64_t>(va_arg(rest, Value)));
  return flat(share, iterations);
}

}  // namespace

extern "C" {

bool GOMP_loop_doacross_static_start(unsigned loops, Long* counts, Long chunk, Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_doacross_static_start, loops, counts, chunk, from, to)
  return begin_dependent_loop(loops, counts, {LoopKind::kStatic, static_cast<std::uint64_t>(chunk)}, from, to,
                              nullptr, nullptr, HEDDLE_SITE);
}

bool GOMP_loop_doacross_dynamic_start(unsigned loops, Long* counts, Long chunk, Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_doacross_dynamic_start, loops, counts, chunk, from, to)
  return begin_dependent_loop(loops, counts, {LoopKind::kDynamic, static_cast<std::uint64_t>(chunk)}, from,
                              to, nullptr, nullptr, HEDDLE_SITE);
}

bool GOMP_loop_doacross_guided_start(unsigned loops, Long* counts, Long chunk, Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_doacross_guided_start, loops, counts, chunk, from, to)
  return begin_dependent_loop(loops, counts, {LoopKind::kGuided, static_cast<std::uint64_t>(chunk)}, from, to,
                              nullptr, nullptr, HEDDLE_SITE);
}

bool GOMP_loop_doacross_runtime_start(unsigned loops, Long* counts, Long* from, Long* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_doacross_runtime_start, loops, counts, from, to)
  return begin_dependent_loop(loops, counts, {LoopKind::kRuntime}, from, to, nullptr, nullptr, HEDDLE_SITE);
}

bool GOMP_loop_doacross_start(unsigned loops, Long* counts, Long schedule, Long chunk, Long* from, Long* to,
                              std::uintptr_t* reductions, void** memory) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_doacross_start, loops, counts, schedule, chunk, from, to, reductions,
                           memory)
  return begin_dependent_loop(loops, counts, schedule_of(schedule, static_cast<Long>(chunk)), from, to,
                              reductions, memory, HEDDLE_SITE);
}

void GOMP_doacross_post(Long* counts) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_doacross_post, counts)
  post(iteration_at(counts), HEDDLE_SITE);
}

// Natively its other arguments go on with it: there are seven at most that anybody writes.
void GOMP_doacross_wait(Long first, ...) {
  va_list rest;
  va_start(rest, first);
  if (!hot.active) {
    Long more[7];
    for (Long& each : more) each = va_arg(rest, Long);
    va_end(rest);
    static const auto next =
        reinterpret_cast<decltype(&GOMP_doacross_wait)>(find_native("GOMP_doacross_wait"));
    return next(first, more[0], more[1], more[2], more[3], more[4], more[5], more[6]);
  }
  const std::uint64_t iteration = iteration_at(first, rest);
  va_end(rest);
  wait_for_post(iteration, HEDDLE_SITE);
}

bool GOMP_loop_ull_doacross_static_start(unsigned loops, Unsigned* counts, Unsigned chunk, Unsigned* from,
                                         Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_doacross_static_start, loops, counts, chunk, from, to)
  return begin_dependent_loop(loops, counts, {LoopKind::kStatic, static_cast<std::uint64_t>(chunk)}, from, to,
                              nullptr, nullptr, HEDDLE_SITE);
}

bool GOMP_loop_ull_doacross_dynamic_start(unsigned loops, Unsigned* counts, Unsigned chunk, Unsigned* from,
                                          Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_doacross_dynamic_start, loops, counts, chunk, from, to)
  return begin_dependent_loop(loops, counts, {LoopKind::kDynamic, static_cast<std::uint64_t>(chunk)}, from,
                              to, nullptr, nullptr, HEDDLE_SITE);
}

bool GOMP_loop_ull_doacross_guided_start(unsigned loops, Unsigned* counts, Unsigned chunk, Unsigned* from,
                                         Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_doacross_guided_start, loops, counts, chunk, from, to)
  return begin_dependent_loop(loops, counts, {LoopKind::kGuided, static_cast<std::uint64_t>(chunk)}, from, to,
                              nullptr, nullptr, HEDDLE_SITE);
}

bool GOMP_loop_ull_doacross_runtime_start(unsigned loops, Unsigned* counts, Unsigned* from, Unsigned* to) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_doacross_runtime_start, loops, counts, from, to)
  return begin_dependent_loop(loops, counts, {LoopKind::kRuntime}, from, to, nullptr, nullptr, HEDDLE_SITE);
}

bool GOMP_loop_ull_doacross_start(unsigned loops, Unsigned* counts, Long schedule, Unsigned chunk,
                                  Unsigned* from, Unsigned* to, std::uintptr_t* reductions, void** memory) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_loop_ull_doacross_start, loops, counts, schedule, chunk, from, to, reductions,
                           memory)
  return begin_dependent_loop(loops, counts, schedule_of(schedule, static_cast<Long>(chunk)), from, to,
                              reductions, memory, HEDDLE_SITE);
}

void GOMP_doacross_ull_post(Unsigned* counts) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_doacross_ull_post, counts)
  post(iteration_at(counts), HEDDLE_SITE);
}

// Natively its other arguments go on with it: there are seven at most that anybody writes.
void GOMP_doacross_ull_wait(Unsigned first, ...) {
  va_list rest;
  va_start(rest, first);
  if (!hot.active) {
    Unsigned more[7];
    for (Unsigned& each : more) each = va_arg(rest, Unsigned);
    va_end(rest);
    static const auto next =
        reinterpret_cast<decltype(&GOMP_doacross_ull_wait)>(find_native("GOMP_doacross_ull_wait"));
    return next(first, more[0], more[1], more[2], more[3], more[4], more[5], more[6]);
  }
  const std::uint64_t iteration = iteration_at(first, rest);
  va_end(rest);
  wait_for_post(iteration, HEDDLE_SITE);
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

unsigned GOMP_sections_start(unsigned count) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_sections_start, count)
  begin_loop({1, 1, count}, {LoopKind::kDynamic, 1}, HEDDLE_SITE);
  const Chunk chunk = next_chunk(HEDDLE_SITE);
  return chunk.is_empty() ? 0 : static_cast<unsigned>(chunk.begin + 1);
}

unsigned GOMP_sections2_start(unsigned count, std::uintptr_t* reductions, void** memory) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_sections2_start, count, reductions, memory)
  begin_loop({1, 1, count}, {LoopKind::kDynamic, 1}, HEDDLE_SITE);
  join_reductions(reductions);
  give_memory(memory);
  const Chunk chunk = next_chunk(HEDDLE_SITE);
  return chunk.is_empty() ? 0 : static_cast<unsigned>(chunk.begin + 1);
}

unsigned GOMP_sections_next() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_sections_next)
  const Chunk chunk = next_chunk(HEDDLE_SITE);
  return chunk.is_empty() ? 0 : static_cast<unsigned>(chunk.begin + 1);
}

void GOMP_sections_end() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_sections_end)
  end_loop(HEDDLE_SITE);
}

void GOMP_sections_end_nowait() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_sections_end_nowait)
  end_loop_without_waiting();
}

bool GOMP_sections_end_cancel() {
  HEDDLE_UNLESS_CONTROLLED(GOMP_sections_end_cancel)
  return end_loop_cancelled(HEDDLE_SITE);
}

void GOMP_scope_start(std::uintptr_t* reductions) {
  HEDDLE_UNLESS_CONTROLLED(GOMP_scope_start, reductions)
  begin_share(HEDDLE_SITE);
  join_reductions(reductions);
  end_share();
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
