// Of what clang++ calls: loops that the threads of a team share.
#include <type_traits>

#include "runtime/openmp/kmpc.h"

using namespace heddle;
using namespace heddle::runtime;
using namespace heddle::runtime::openmp;
using namespace heddle::runtime::openmp::kmpc;

namespace {

constexpr Number kModifiers = 3 << 29;

LoopSchedule schedule_of(Number schedule, std::uint64_t chunk) {
  Number kind = schedule & ~kModifiers;
  if (kind >= 160) kind -= 128;             // not to be merged
  if (kind >= 64 && kind < 80) kind -= 32;  // ordered
  switch (kind) {
    case 33:
      return {LoopKind::kStatic, chunk == 0 ? 1 : chunk};
    case 35:
      return {LoopKind::kDynamic, chunk};
    case 36:
    case 39:
      return {LoopKind::kGuided, chunk};
    case 37:
    case 47:
      return {LoopKind::kRuntime, 0};
    default:
      return {LoopKind::kStatic, 0};
  }
}

template <typename Value>
std::uint64_t trips(Value low, Value high, std::make_signed_t<Value> step) {
  using Bits = std::make_unsigned_t<Value>;
  if (step > 0)
    return low > high
               ? 0
               : std::uint64_t{static_cast<Bits>(high) - static_cast<Bits>(low)} / static_cast<Bits>(step) +
                     1;
  return low < high ? 0
                    : std::uint64_t{static_cast<Bits>(low) - static_cast<Bits>(high)} /
                              (Bits{0} - static_cast<Bits>(step)) +
                          1;
}

// The part of the running thread; of a chunked schedule the first one.
template <typename Value>
void divide_statically(Number schedule, Number* last, Value* low, Value* high,
                       std::make_signed_t<Value>* stride, std::make_signed_t<Value> step,
                       std::make_signed_t<Value> chunk, bool alone) {
  const std::uint64_t threads = alone ? 1 : current_team().size(),
                      number = alone ? 0 : current_member().number;
  const std::uint64_t all = trips(*low, *high, step);
  const auto at = [start = *low, step](std::uint64_t iteration) {
    return static_cast<Value>(start + static_cast<Value>(iteration) * static_cast<Value>(step));
  };
  const Number kind = schedule & ~kModifiers;
  const bool chunked = kind == 33 || kind == 45 || kind == 91;
  *stride = static_cast<std::make_signed_t<Value>>(static_cast<Value>(all == 0 ? 1 : all) *
                                                   static_cast<Value>(step));
  if (all == 0) {
    if (last != nullptr) *last = 0;
    return;
  }
  if (chunked) {
    std::uint64_t size = chunk < 1 ? 1 : static_cast<std::uint64_t>(chunk);
    if (kind == 45) size = ((all + threads - 1) / threads + size - 1) & ~(size - 1);
    *stride =
        static_cast<std::make_signed_t<Value>>(static_cast<Value>(size * threads) * static_cast<Value>(step));
    *low = at(size * number);
    *high = static_cast<Value>(*low + static_cast<Value>(size - 1) * static_cast<Value>(step));
    if (last != nullptr) *last = number == (all - 1) / size % threads;
    return;
  }
  const std::uint64_t each = all / threads, rest = all % threads;
  const std::uint64_t begin = number * each + (number < rest ? number : rest);
  const std::uint64_t count = each + (number < rest ? 1 : 0);
  if (last != nullptr) *last = count != 0 && begin + count == all;
  const Value first = at(begin);
  if (count == 0) {  // nothing: the lower bound lies behind the upper one
    *low = static_cast<Value>(*high + static_cast<Value>(step));
    return;
  }
  *high = at(begin + count - 1);
  *low = first;
}

template <typename Value>
void begin_dispatch(Number schedule, Value low, Value high, std::make_signed_t<Value> step,
                    std::make_signed_t<Value> chunk, SiteId site) {
  Share& share = begin_share(site);
  share.iterations = trips(low, high, step);
  share.schedule = resolved(schedule_of(schedule, chunk < 1 ? 0 : static_cast<std::uint64_t>(chunk)));
  share.range[0] = static_cast<unsigned long long>(low);
  share.range[1] = static_cast<unsigned long long>(step);
}

template <typename Value>
Number next_part(Number* last, Value* low, Value* high, std::make_signed_t<Value>* step, SiteId site) {
  if (current_member().share == nullptr) return 0;
  const Chunk chunk = next_chunk(site);
  const Share& share = *current_member().share;
  if (chunk.is_empty()) {
    end_share();
    return 0;
  }
  *low = static_cast<Value>(share.range[0] + chunk.begin * share.range[1]);
  *high = static_cast<Value>(share.range[0] + (chunk.end - 1) * share.range[1]);
  if (step != nullptr) *step = static_cast<std::make_signed_t<Value>>(share.range[1]);
  if (last != nullptr) *last = chunk.end == share.iterations;
  return 1;
}

}  // namespace

extern "C" {

void __kmpc_for_static_init_4(Place* place, Number thread, Number schedule, Number* last, std::int32_t* low,
                              std::int32_t* high, std::int32_t* stride, std::int32_t step,
                              std::int32_t chunk) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_for_static_init_4, place, thread, schedule, last, low, high, stride, step,
                           chunk)
  const Number kind = schedule & ~kModifiers;
  divide_statically(schedule, last, low, high, stride, step, chunk, kind == 91 || kind == 92);
}

void __kmpc_dist_for_static_init_4(Place* place, Number thread, Number schedule, Number* last,
                                   std::int32_t* low, std::int32_t* high, std::int32_t* outer,
                                   std::int32_t* stride, std::int32_t step, std::int32_t chunk) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dist_for_static_init_4, place, thread, schedule, last, low, high, outer,
                           stride, step, chunk)
  *outer = *high;
  divide_statically(schedule, last, low, high, stride, step, chunk, false);
}

void __kmpc_dispatch_init_4(Place* place, Number thread, Number schedule, std::int32_t low, std::int32_t high,
                            std::int32_t step, std::int32_t chunk) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dispatch_init_4, place, thread, schedule, low, high, step, chunk)
  begin_dispatch(schedule, low, high, step, chunk, HEDDLE_SITE);
}

void __kmpc_dist_dispatch_init_4(Place* place, Number thread, Number schedule, Number* last, std::int32_t low,
                                 std::int32_t high, std::int32_t step, std::int32_t chunk) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dist_dispatch_init_4, place, thread, schedule, last, low, high, step, chunk)
  if (last != nullptr) *last = 1;
  begin_dispatch(schedule, low, high, step, chunk, HEDDLE_SITE);
}

Number __kmpc_dispatch_next_4(Place* place, Number thread, Number* last, std::int32_t* low,
                              std::int32_t* high, std::int32_t* step) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dispatch_next_4, place, thread, last, low, high, step)
  return next_part(last, low, high, step, HEDDLE_SITE);
}

void __kmpc_dispatch_fini_4(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dispatch_fini_4, place, thread)
  finish_iteration();
}

void __kmpc_for_static_init_4u(Place* place, Number thread, Number schedule, Number* last, std::uint32_t* low,
                               std::uint32_t* high, std::int32_t* stride, std::int32_t step,
                               std::int32_t chunk) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_for_static_init_4u, place, thread, schedule, last, low, high, stride, step,
                           chunk)
  const Number kind = schedule & ~kModifiers;
  divide_statically(schedule, last, low, high, stride, step, chunk, kind == 91 || kind == 92);
}

void __kmpc_dist_for_static_init_4u(Place* place, Number thread, Number schedule, Number* last,
                                    std::uint32_t* low, std::uint32_t* high, std::uint32_t* outer,
                                    std::int32_t* stride, std::int32_t step, std::int32_t chunk) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dist_for_static_init_4u, place, thread, schedule, last, low, high, outer,
                           stride, step, chunk)
  *outer = *high;
  divide_statically(schedule, last, low, high, stride, step, chunk, false);
}

void __kmpc_dispatch_init_4u(Place* place, Number thread, Number schedule, std::uint32_t low,
                             std::uint32_t high, std::int32_t step, std::int32_t chunk) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dispatch_init_4u, place, thread, schedule, low, high, step, chunk)
  begin_dispatch(schedule, low, high, step, chunk, HEDDLE_SITE);
}

void __kmpc_dist_dispatch_init_4u(Place* place, Number thread, Number schedule, Number* last,
                                  std::uint32_t low, std::uint32_t high, std::int32_t step,
                                  std::int32_t chunk) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dist_dispatch_init_4u, place, thread, schedule, last, low, high, step,
                           chunk)
  if (last != nullptr) *last = 1;
  begin_dispatch(schedule, low, high, step, chunk, HEDDLE_SITE);
}

Number __kmpc_dispatch_next_4u(Place* place, Number thread, Number* last, std::uint32_t* low,
                               std::uint32_t* high, std::int32_t* step) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dispatch_next_4u, place, thread, last, low, high, step)
  return next_part(last, low, high, step, HEDDLE_SITE);
}

void __kmpc_dispatch_fini_4u(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dispatch_fini_4u, place, thread)
  finish_iteration();
}

void __kmpc_for_static_init_8(Place* place, Number thread, Number schedule, Number* last, std::int64_t* low,
                              std::int64_t* high, std::int64_t* stride, std::int64_t step,
                              std::int64_t chunk) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_for_static_init_8, place, thread, schedule, last, low, high, stride, step,
                           chunk)
  const Number kind = schedule & ~kModifiers;
  divide_statically(schedule, last, low, high, stride, step, chunk, kind == 91 || kind == 92);
}

void __kmpc_dist_for_static_init_8(Place* place, Number thread, Number schedule, Number* last,
                                   std::int64_t* low, std::int64_t* high, std::int64_t* outer,
                                   std::int64_t* stride, std::int64_t step, std::int64_t chunk) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dist_for_static_init_8, place, thread, schedule, last, low, high, outer,
                           stride, step, chunk)
  *outer = *high;
  divide_statically(schedule, last, low, high, stride, step, chunk, false);
}

void __kmpc_dispatch_init_8(Place* place, Number thread, Number schedule, std::int64_t low, std::int64_t high,
                            std::int64_t step, std::int64_t chunk) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dispatch_init_8, place, thread, schedule, low, high, step, chunk)
  begin_dispatch(schedule, low, high, step, chunk, HEDDLE_SITE);
}

void __kmpc_dist_dispatch_init_8(Place* place, Number thread, Number schedule, Number* last, std::int64_t low,
                                 std::int64_t high, std::int64_t step, std::int64_t chunk) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dist_dispatch_init_8, place, thread, schedule, last, low, high, step, chunk)
  if (last != nullptr) *last = 1;
  begin_dispatch(schedule, low, high, step, chunk, HEDDLE_SITE);
}

Number __kmpc_dispatch_next_8(Place* place, Number thread, Number* last, std::int64_t* low,
                              std::int64_t* high, std::int64_t* step) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dispatch_next_8, place, thread, last, low, high, step)
  return next_part(last, low, high, step, HEDDLE_SITE);
}

void __kmpc_dispatch_fini_8(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dispatch_fini_8, place, thread)
  finish_iteration();
}

void __kmpc_for_static_init_8u(Place* place, Number thread, Number schedule, Number* last, std::uint64_t* low,
                               std::uint64_t* high, std::int64_t* stride, std::int64_t step,
                               std::int64_t chunk) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_for_static_init_8u, place, thread, schedule, last, low, high, stride, step,
                           chunk)
  const Number kind = schedule & ~kModifiers;
  divide_statically(schedule, last, low, high, stride, step, chunk, kind == 91 || kind == 92);
}

void __kmpc_dist_for_static_init_8u(Place* place, Number thread, Number schedule, Number* last,
                                    std::uint64_t* low, std::uint64_t* high, std::uint64_t* outer,
                                    std::int64_t* stride, std::int64_t step, std::int64_t chunk) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dist_for_static_init_8u, place, thread, schedule, last, low, high, outer,
                           stride, step, chunk)
  *outer = *high;
  divide_statically(schedule, last, low, high, stride, step, chunk, false);
}

void __kmpc_dispatch_init_8u(Place* place, Number thread, Number schedule, std::uint64_t low,
                             std::uint64_t high, std::int64_t step, std::int64_t chunk) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dispatch_init_8u, place, thread, schedule, low, high, step, chunk)
  begin_dispatch(schedule, low, high, step, chunk, HEDDLE_SITE);
}

void __kmpc_dist_dispatch_init_8u(Place* place, Number thread, Number schedule, Number* last,
                                  std::uint64_t low, std::uint64_t high, std::int64_t step,
                                  std::int64_t chunk) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dist_dispatch_init_8u, place, thread, schedule, last, low, high, step,
                           chunk)
  if (last != nullptr) *last = 1;
  begin_dispatch(schedule, low, high, step, chunk, HEDDLE_SITE);
}

Number __kmpc_dispatch_next_8u(Place* place, Number thread, Number* last, std::uint64_t* low,
                               std::uint64_t* high, std::int64_t* step) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dispatch_next_8u, place, thread, last, low, high, step)
  return next_part(last, low, high, step, HEDDLE_SITE);
}

void __kmpc_dispatch_fini_8u(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dispatch_fini_8u, place, thread)
  finish_iteration();
}

void __kmpc_dispatch_deinit(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_dispatch_deinit, place, thread)
}

void __kmpc_for_static_fini(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_for_static_fini, place, thread)
}

}  // extern "C"
