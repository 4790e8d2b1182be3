// Of what g++ calls: loops whose iterations depend on others.
#include <cstdarg>

#include "runtime/openmp/gomp.h"

using namespace heddle;
using namespace heddle::runtime;
using namespace heddle::runtime::openmp;
using namespace heddle::runtime::openmp::gomp;

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

// Natively its other arguments go on with it: no program writes more than seven.
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

// Natively its other arguments go on with it: no program writes more than seven.
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

}  // extern "C"
