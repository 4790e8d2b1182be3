// What g++ calls: libgomp's interface, as of GCC 12. Iterations of its loops are `long`, or `unsigned long
// long` with a direction. This is what its parts share: gomp_regions.cc, gomp_loops.cc, gomp_doacross.cc,
// gomp_sections.cc and gomp_tasks.cc.
#pragma once

#include <cstdint>

#include "runtime/openmp/native.h"
#include "runtime/openmp/team.h"

namespace heddle::runtime::openmp::gomp {

using Long = long;
using Unsigned = unsigned long long;
using Function = void (*)(void*);
using Copy = void (*)(void*, void*);

// A loop as the program writes it.
struct Range {
  Unsigned start = 0;
  Unsigned step = 1;  // as a two's complement, where it counts down
  std::uint64_t count = 0;
};

Range range_of(Long start, Long end, Long step);
Range range_of(bool up, Unsigned start, Unsigned end, Unsigned step);

void begin_loop(const Range& range, LoopSchedule schedule, SiteId site);
// The number of `sched` in GOMP_loop_start: 0 runtime, 1 static, 2 dynamic, 3 guided, 4 auto.
LoopSchedule schedule_of(Long number, Long chunk);
// Memory that the threads of a construct share, of the size that stands there.
void give_memory(void** memory);
// Of a loop or a scope whose reductions tasks take part in.
void join_reductions(std::uintptr_t* reductions);

// The next part of the loop, as values of its variable; false: there is none.
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

void end_loop(SiteId site);
void end_loop_without_waiting();
bool end_loop_cancelled(SiteId site);

}  // namespace heddle::runtime::openmp::gomp
