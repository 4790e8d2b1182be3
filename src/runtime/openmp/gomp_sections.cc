// Of what g++ calls: sections, and the scope construct.
#include "runtime/openmp/gomp.h"

using namespace heddle;
using namespace heddle::runtime;
using namespace heddle::runtime::openmp;
using namespace heddle::runtime::openmp::gomp;

extern "C" {

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

}  // extern "C"
