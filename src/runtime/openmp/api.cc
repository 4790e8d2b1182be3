// omp.h.
#include <cstdlib>

#include "runtime/openmp/native.h"
#include "runtime/openmp/reductions.h"
#include "runtime/openmp/team.h"

using namespace heddle;
using namespace heddle::runtime;
using namespace heddle::runtime::openmp;

namespace {

char the_unnamed_critical[16];
char the_atomic_lock[16];

// The task of that level that the running one is in.
const Task* ancestor(int level) {
  const Task* task = &current_task();
  if (level < 0 || static_cast<unsigned>(level) > task->team->level) return nullptr;
  while (task->team->level > static_cast<unsigned>(level)) task = task->team->parent;
  return task;
}

// As omp.h numbers them: 1 static, 2 dynamic, 3 guided, 4 auto.
constexpr unsigned kMonotonic = 0x8000'0000u;

}  // namespace

namespace heddle::runtime::openmp {

const void* unnamed_critical() {
  return the_unnamed_critical;
}
const void* atomic_lock() {
  return the_atomic_lock;
}

}  // namespace heddle::runtime::openmp

extern "C" {

int omp_get_thread_num() {
  HEDDLE_UNLESS_CONTROLLED(omp_get_thread_num)
  // Tasks may use it to find memory that only one thread uses.
  if (current_task().is_explicit) use_members_memory(current_task().site);
  return static_cast<int>(current_member().number);
}
int omp_get_num_threads() {
  HEDDLE_UNLESS_CONTROLLED(omp_get_num_threads)
  return static_cast<int>(current_team().size());
}
int omp_get_max_threads() {
  HEDDLE_UNLESS_CONTROLLED(omp_get_max_threads)
  const unsigned threads = current_task().threads;
  return static_cast<int>(threads != 0 ? threads : settings().threads);
}
void omp_set_num_threads(int threads) {
  HEDDLE_UNLESS_CONTROLLED(omp_set_num_threads, threads)
  current_task().threads = threads < 1 ? 1 : static_cast<unsigned>(threads);
}
int omp_get_num_procs() {
  HEDDLE_UNLESS_CONTROLLED(omp_get_num_procs)
  return static_cast<int>(settings().threads);
}
int omp_in_parallel() {
  HEDDLE_UNLESS_CONTROLLED(omp_in_parallel)
  return current_team().active_level > 0;
}
int omp_in_final() {
  HEDDLE_UNLESS_CONTROLLED(omp_in_final)
  return current_task().is_final;
}
int omp_in_explicit_task() {
  HEDDLE_UNLESS_CONTROLLED(omp_in_explicit_task)
  return current_task().is_explicit;
}
int omp_get_level() {
  HEDDLE_UNLESS_CONTROLLED(omp_get_level)
  return static_cast<int>(current_team().level);
}
int omp_get_active_level() {
  HEDDLE_UNLESS_CONTROLLED(omp_get_active_level)
  return static_cast<int>(current_team().active_level);
}
int omp_get_ancestor_thread_num(int level) {
  HEDDLE_UNLESS_CONTROLLED(omp_get_ancestor_thread_num, level)
  const Task* const task = ancestor(level);
  return task == nullptr ? -1 : static_cast<int>(task->member->number);
}
int omp_get_team_size(int level) {
  HEDDLE_UNLESS_CONTROLLED(omp_get_team_size, level)
  const Task* const task = ancestor(level);
  return task == nullptr ? -1 : static_cast<int>(task->team->size());
}
int omp_get_thread_limit() {
  HEDDLE_UNLESS_CONTROLLED(omp_get_thread_limit)
  return static_cast<int>(settings().thread_limit);
}
void omp_set_dynamic(int dynamic) {
  HEDDLE_UNLESS_CONTROLLED(omp_set_dynamic, dynamic)
  settings().is_dynamic = dynamic != 0;
}
int omp_get_dynamic() {
  HEDDLE_UNLESS_CONTROLLED(omp_get_dynamic)
  return settings().is_dynamic;
}
void omp_set_nested(int nested) {
  HEDDLE_UNLESS_CONTROLLED(omp_set_nested, nested)
  settings().max_active_levels = nested != 0 ? ~0u : 1;
}
int omp_get_nested() {
  HEDDLE_UNLESS_CONTROLLED(omp_get_nested)
  return settings().max_active_levels > 1;
}
void omp_set_max_active_levels(int levels) {
  HEDDLE_UNLESS_CONTROLLED(omp_set_max_active_levels, levels)
  if (levels >= 0) settings().max_active_levels = static_cast<unsigned>(levels);
}
int omp_get_max_active_levels() {
  HEDDLE_UNLESS_CONTROLLED(omp_get_max_active_levels)
  return static_cast<int>(settings().max_active_levels & 0x7fff'ffffu);
}
int omp_get_supported_active_levels() {
  HEDDLE_UNLESS_CONTROLLED(omp_get_supported_active_levels)
  return 255;
}
int omp_get_cancellation() {
  HEDDLE_UNLESS_CONTROLLED(omp_get_cancellation)
  return settings().may_cancel;
}
void omp_set_schedule(unsigned kind, int chunk) {
  HEDDLE_UNLESS_CONTROLLED(omp_set_schedule, kind, chunk)
  constexpr LoopKind kKinds[] = {LoopKind::kStatic, LoopKind::kDynamic, LoopKind::kGuided, LoopKind::kAuto};
  const unsigned known = kind & ~kMonotonic;
  if (known < 1 || known > 4) return;
  current_task().schedule = {kKinds[known - 1], chunk < 1 ? 0 : static_cast<std::uint64_t>(chunk)};
}
void omp_get_schedule(unsigned* kind, int* chunk) {
  HEDDLE_UNLESS_CONTROLLED(omp_get_schedule, kind, chunk)
  *kind = static_cast<unsigned>(current_task().schedule.kind) + 1;
  *chunk = static_cast<int>(current_task().schedule.chunk);
}
int omp_get_team_num() {
  HEDDLE_UNLESS_CONTROLLED(omp_get_team_num)
  return 0;
}
int omp_get_num_teams() {
  HEDDLE_UNLESS_CONTROLLED(omp_get_num_teams)
  return 1;
}
double omp_get_wtime() {
  HEDDLE_UNLESS_CONTROLLED(omp_get_wtime)
  return static_cast<double>(scheduler().read_clock()) / 1e9;
}
double omp_get_wtick() {
  HEDDLE_UNLESS_CONTROLLED(omp_get_wtick)
  return 1e-9;
}
void omp_fulfill_event(Completion* event) {
  HEDDLE_UNLESS_CONTROLLED(omp_fulfill_event, event)
  fulfil(*event, HEDDLE_SITE);
}

// The memory of a lock is the program's, and left as it is.
void omp_init_lock(void* lock) {
  HEDDLE_UNLESS_CONTROLLED(omp_init_lock, lock)
}
void omp_init_lock_with_hint(void* lock, unsigned hint) {
  HEDDLE_UNLESS_CONTROLLED(omp_init_lock_with_hint, lock, hint)
}
void omp_destroy_lock(void* lock) {
  HEDDLE_UNLESS_CONTROLLED(omp_destroy_lock, lock)
  forget_lock(lock, HEDDLE_SITE);
}
void omp_set_lock(void* lock) {
  HEDDLE_UNLESS_CONTROLLED(omp_set_lock, lock)
  openmp::lock(lock, false, HEDDLE_SITE);
}
void omp_unset_lock(void* lock) {
  HEDDLE_UNLESS_CONTROLLED(omp_unset_lock, lock)
  unlock(lock, false, HEDDLE_SITE);
}
int omp_test_lock(void* lock) {
  HEDDLE_UNLESS_CONTROLLED(omp_test_lock, lock)
  return static_cast<int>(try_lock(lock, false, HEDDLE_SITE));
}
void omp_init_nest_lock(void* lock) {
  HEDDLE_UNLESS_CONTROLLED(omp_init_nest_lock, lock)
}
void omp_init_nest_lock_with_hint(void* lock, unsigned hint) {
  HEDDLE_UNLESS_CONTROLLED(omp_init_nest_lock_with_hint, lock, hint)
}
void omp_destroy_nest_lock(void* lock) {
  HEDDLE_UNLESS_CONTROLLED(omp_destroy_nest_lock, lock)
  forget_lock(lock, HEDDLE_SITE);
}
void omp_set_nest_lock(void* lock) {
  HEDDLE_UNLESS_CONTROLLED(omp_set_nest_lock, lock)
  openmp::lock(lock, true, HEDDLE_SITE);
}
void omp_unset_nest_lock(void* lock) {
  HEDDLE_UNLESS_CONTROLLED(omp_unset_nest_lock, lock)
  unlock(lock, true, HEDDLE_SITE);
}
int omp_test_nest_lock(void* lock) {
  HEDDLE_UNLESS_CONTROLLED(omp_test_nest_lock, lock)
  return static_cast<int>(try_lock(lock, true, HEDDLE_SITE));
}

}  // extern "C"
