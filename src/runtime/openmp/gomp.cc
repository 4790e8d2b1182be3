#include "runtime/openmp/gomp.h"

#include <cstdlib>

#include "runtime/openmp/reductions.h"

namespace heddle::runtime::openmp::gomp {

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

}  // namespace heddle::runtime::openmp::gomp
