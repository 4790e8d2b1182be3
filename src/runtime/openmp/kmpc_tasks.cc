// Of what clang++ calls: tasks, their dependences, taskloop.
#include <cstdlib>
#include <utility>

#include "runtime/memory/plain_memory.h"
#include "runtime/openmp/kmpc.h"

using namespace heddle;
using namespace heddle::runtime;
using namespace heddle::runtime::openmp;
using namespace heddle::runtime::openmp::kmpc;

namespace {

using Routine = Number (*)(Number, void*);

// What the program knows of a task.
struct ProgramTask {
  void* shared;
  Routine routine;
  Number part;
  union {
    Number priority;
    Routine destructors;
  } first, second;
};

// Stands before it.
struct TaskHeader {
  std::size_t size;  // of the program's part
  Number flags;
  bool is_again;  // an untied task is to be called once more
  Completion* event;
  Task* at_once;  // what it is while it runs as a call
};
static_assert(sizeof(TaskHeader) % 16 == 8 || sizeof(TaskHeader) % 16 == 0);
constexpr std::size_t kHeader = 48;
static_assert(sizeof(TaskHeader) <= kHeader);

enum TaskFlags { kTied = 1, kFinal = 2, kDestructors = 8 };

TaskHeader& header_of(ProgramTask* task) {
  return *reinterpret_cast<TaskHeader*>(reinterpret_cast<char*>(task) - kHeader);
}

ProgramTask* allocate_task(std::size_t size, Number flags) {
  auto* const memory = static_cast<char*>(std::calloc(1, kHeader + size));
  auto* const task = reinterpret_cast<ProgramTask*>(memory + kHeader);
  header_of(task) = {size, flags, false, nullptr, nullptr};
  return task;
}

void run_program_task(void* argument) {
  auto* const task = static_cast<ProgramTask*>(argument);
  TaskHeader& header = header_of(task);
  do {
    header.is_again = false;
    task->routine(number_of_thread(), task);
    if (header.is_again) yield_task(current_task().site);
  } while (header.is_again);
  if ((header.flags & kDestructors) != 0 && task->first.destructors != nullptr)
    task->first.destructors(number_of_thread(), task);
}

struct DependenceInfo {
  std::uintptr_t address;
  std::size_t size;
  std::uint8_t flags;
};

void add_dependences(std::vector<Dependence>& found, Number count, const DependenceInfo* list) {
  for (Number i = 0; i < count; ++i) {
    const unsigned flags = list[i].flags;
    found.push_back(
        {reinterpret_cast<const void*>(list[i].address), (flags & 2) != 0   ? DependenceKind::kOut
                                                         : (flags & 4) != 0 ? DependenceKind::kMutual
                                                         : (flags & 8) != 0 ? DependenceKind::kSet
                                                                            : DependenceKind::kIn});
  }
}

NewTask made_of(ProgramTask* program_task, SiteId site) {
  TaskHeader& header = header_of(program_task);
  NewTask made;
  made.run = run_program_task;
  made.argument = program_task;
  made.is_tied = (header.flags & kTied) != 0;
  made.is_final = (header.flags & kFinal) != 0;
  made.event = header.event;
  made.site = site;
  return made;
}

Number start(ProgramTask* program_task, std::vector<Dependence> dependences, SiteId site) {
  const Task& self = current_task();
  if (self.argument == program_task && self.run == run_program_task) {
    header_of(program_task).is_again = true;
    return 0;
  }
  NewTask made = made_of(program_task, site);
  made.dependences = std::move(dependences);
  task(made);
  return 0;
}

void divide_into_tasks(ProgramTask* pattern, bool is_deferred, std::uint64_t* low, std::uint64_t* high,
                       std::int64_t step, bool no_group, Number kind, std::uint64_t amount,
                       void (*duplicate)(ProgramTask*, ProgramTask*, Number), SiteId site) {
  const std::uint64_t first = *low;
  const std::uint64_t all = step > 0 ? (static_cast<std::int64_t>(*low) > static_cast<std::int64_t>(*high)
                                            ? 0
                                            : (*high - *low) / static_cast<std::uint64_t>(step) + 1)
                                     : (static_cast<std::int64_t>(*low) < static_cast<std::int64_t>(*high)
                                            ? 0
                                            : (*low - *high) / static_cast<std::uint64_t>(-step) + 1);
  if (!no_group) begin_group();
  std::uint64_t parts = kind == 0   ? current_team().size()
                        : kind == 1 ? all / (amount == 0 ? 1 : amount)
                                    : amount;
  if (parts == 0) parts = 1;
  if (parts > all) parts = all;
  const auto low_at = reinterpret_cast<char*>(low) - reinterpret_cast<char*>(pattern);
  const auto high_at = reinterpret_cast<char*>(high) - reinterpret_cast<char*>(pattern);
  const std::size_t size = header_of(pattern).size;
  for (std::uint64_t i = 0; i < parts; ++i) {
    ProgramTask* const own = allocate_task(size, header_of(pattern).flags);
    plain().memcpy(own, pattern, size);
    if (pattern->shared != nullptr)
      own->shared = reinterpret_cast<char*>(own) +
                    (static_cast<char*>(pattern->shared) - reinterpret_cast<char*>(pattern));
    const std::uint64_t begin = all * i / parts, end = all * (i + 1) / parts - 1;
    *reinterpret_cast<std::uint64_t*>(reinterpret_cast<char*>(own) + low_at) =
        first + begin * static_cast<std::uint64_t>(step);
    *reinterpret_cast<std::uint64_t*>(reinterpret_cast<char*>(own) + high_at) =
        first + end * static_cast<std::uint64_t>(step);
    if (duplicate != nullptr) duplicate(own, pattern, i + 1 == parts);
    NewTask made = made_of(own, site);
    made.is_deferred = is_deferred;
    task(made);
  }
  if (!no_group) end_group(site);
}
}  // namespace

extern "C" {

ProgramTask* __kmpc_omp_task_alloc(Place* place, Number thread, Number flags, std::size_t size,
                                   std::size_t shared, Routine routine) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_omp_task_alloc, place, thread, flags, size, shared, routine)
  const std::size_t own = (size + 15) & ~std::size_t{15};
  ProgramTask* const task = allocate_task(own + shared, flags);
  task->shared = shared == 0 ? nullptr : reinterpret_cast<char*>(task) + own;
  task->routine = routine;
  return task;
}

ProgramTask* __kmpc_omp_target_task_alloc(Place* place, Number thread, Number flags, std::size_t size,
                                          std::size_t shared, Routine routine, std::int64_t device) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_omp_target_task_alloc, place, thread, flags, size, shared, routine, device)
  return __kmpc_omp_task_alloc(place, thread, flags, size, shared, routine);
}

Number __kmpc_omp_task(Place* place, Number thread, ProgramTask* task) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_omp_task, place, thread, task)
  return start(task, {}, HEDDLE_SITE);
}

Number __kmpc_omp_task_parts(Place* place, Number thread, ProgramTask* task) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_omp_task_parts, place, thread, task)
  return start(task, {}, HEDDLE_SITE);
}

Number __kmpc_omp_task_with_deps(Place* place, Number thread, ProgramTask* task, Number count,
                                 DependenceInfo* list, Number others, DependenceInfo* more) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_omp_task_with_deps, place, thread, task, count, list, others, more)
  std::vector<Dependence> dependences;
  add_dependences(dependences, count, list);
  add_dependences(dependences, others, more);
  return start(task, std::move(dependences), HEDDLE_SITE);
}

void __kmpc_omp_task_begin_if0(Place* place, Number thread, ProgramTask* task) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_omp_task_begin_if0, place, thread, task)
  header_of(task).at_once = begin_at_once(made_of(task, HEDDLE_SITE));
}

void __kmpc_omp_task_complete_if0(Place* place, Number thread, ProgramTask* task) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_omp_task_complete_if0, place, thread, task)
  end_at_once(header_of(task).at_once);
}

void __kmpc_omp_wait_deps(Place* place, Number thread, Number count, DependenceInfo* list, Number others,
                          DependenceInfo* more) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_omp_wait_deps, place, thread, count, list, others, more)
  std::vector<Dependence> dependences;
  add_dependences(dependences, count, list);
  add_dependences(dependences, others, more);
  wait_for_dependences(dependences, HEDDLE_SITE);
}

void __kmpc_omp_taskwait_deps_51(Place* place, Number thread, Number count, DependenceInfo* list,
                                 Number others, DependenceInfo* more, Number no_wait) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_omp_taskwait_deps_51, place, thread, count, list, others, more, no_wait)
  std::vector<Dependence> dependences;
  add_dependences(dependences, count, list);
  add_dependences(dependences, others, more);
  wait_for_dependences(dependences, HEDDLE_SITE);
}

Number __kmpc_omp_taskwait(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_omp_taskwait, place, thread)
  wait_for_children(HEDDLE_SITE);
  return 0;
}

Number __kmpc_omp_taskyield(Place* place, Number thread, Number part) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_omp_taskyield, place, thread, part)
  yield_task(HEDDLE_SITE);
  return 0;
}

void __kmpc_taskloop(Place* place, Number thread, ProgramTask* task, Number condition, std::uint64_t* low,
                     std::uint64_t* high, std::int64_t step, Number no_group, Number kind,
                     std::uint64_t amount, void* duplicate) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_taskloop, place, thread, task, condition, low, high, step, no_group, kind,
                           amount, duplicate)
  divide_into_tasks(task, condition != 0, low, high, step, no_group != 0, kind, amount,
                    reinterpret_cast<void (*)(ProgramTask*, ProgramTask*, Number)>(duplicate), HEDDLE_SITE);
}

void __kmpc_taskloop_5(Place* place, Number thread, ProgramTask* task, Number condition, std::uint64_t* low,
                       std::uint64_t* high, std::int64_t step, Number no_group, Number kind,
                       std::uint64_t amount, Number modifier, void* duplicate) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_taskloop_5, place, thread, task, condition, low, high, step, no_group, kind,
                           amount, modifier, duplicate)
  divide_into_tasks(task, condition != 0, low, high, step, no_group != 0, kind, amount,
                    reinterpret_cast<void (*)(ProgramTask*, ProgramTask*, Number)>(duplicate), HEDDLE_SITE);
}

Number __kmpc_omp_reg_task_with_affinity(Place* place, Number thread, ProgramTask* task, Number count,
                                         void* list) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_omp_reg_task_with_affinity, place, thread, task, count, list)
  return 0;
}

void* __kmpc_task_allow_completion_event(Place* place, Number thread, ProgramTask* task) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_task_allow_completion_event, place, thread, task)
  return header_of(task).event = new Completion;
}

}  // extern "C"
