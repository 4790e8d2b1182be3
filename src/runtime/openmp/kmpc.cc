// What clang++ calls: libomp's interface, as of LLVM 19. The number of the thread that calls (`gtid`) is
// passed to every function, and known here anyway.
#include <algorithm>
#include <cstdarg>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include "runtime/memory/plain_memory.h"
#include "runtime/openmp/native.h"
#include "runtime/openmp/reductions.h"
#include "runtime/openmp/team.h"

using namespace heddle;
using namespace heddle::runtime;
using namespace heddle::runtime::openmp;

extern "C" void __tsan_atomic_thread_fence(int order);

namespace {

struct Place;  // ident_t: a place in the program
using Number = std::int32_t;
using Microtask = void (*)(Number*, Number*, ...);

#define HEDDLE_SITE user_site(HEDDLE_CALL_SITE)

Number number_of_thread() {
  return current_member().thread->id;
}

// ---- Regions. A region's function takes its arguments one by one.

constexpr std::size_t kMostArguments = 64;

struct RegionCall {
  Microtask function;
  void* arguments[kMostArguments];
};

// A function may be given more arguments than it takes: the caller removes them.
template <std::size_t... kPlaces>
void call_with(const RegionCall& call, Number* thread, Number* bound, std::index_sequence<kPlaces...>) {
  call.function(thread, bound, call.arguments[kPlaces]...);
}

void run_region(void* argument, unsigned) {
  Number thread = number_of_thread(), bound = 0;
  call_with(*static_cast<RegionCall*>(argument), &thread, &bound, std::make_index_sequence<kMostArguments>());
}

void read_arguments(RegionCall& call, Number count, va_list list, SiteId site) {
  if (count > static_cast<Number>(kMostArguments))
    scheduler().refuse(
        "an OpenMP region captures more than 64 variables one by one, which is more than Heddle passes on",
        site);
  for (Number i = 0; i < count; ++i) call.arguments[i] = va_arg(list, void*);
}

void run_native_region(const char* name, Place* place, Number count, Microtask function, va_list list) {
  using Fork = void (*)(Place*, Number, Microtask, ...);
  void* arguments[kMostArguments] = {};
  for (Number i = 0; i < count && i < static_cast<Number>(kMostArguments); ++i)
    arguments[i] = va_arg(list, void*);
  const auto next = reinterpret_cast<Fork>(find_native(name));
  [&]<std::size_t... kPlaces>(std::index_sequence<kPlaces...>) {
    next(place, count, function, arguments[kPlaces]...);
  }(std::make_index_sequence<kMostArguments>());
}

// ---- Loops.

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

// ---- Tasks.

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

// ---- Reductions that tasks take part in.

struct ReductionInput {
  void* shared;
  void* original;
  std::size_t size;
  void* initialise;
  void* finish;
  void* combine;
  unsigned flags;
};

struct Reduction {
  ReductionInput input;
  std::vector<void*>
      names;  // addresses that mean it: of the variable, or of each thread's part of a larger reduction
  std::vector<char*> copies;  // by number of the thread; null: not used yet
};

struct Reductions {
  std::vector<Reduction> all;
  void* object = nullptr;  // of a whole team: stands for it
  unsigned users = 0;
};

Reductions* make_reductions(Number count, const ReductionInput* input) {
  auto* const made = new Reductions;
  for (Number i = 0; i < count; ++i)
    made->all.push_back(
        {input[i], {input[i].shared, input[i].original}, std::vector<char*>(current_team().size())});
  return made;
}

// Into the variables that `input` names.
void combine(Reductions& reductions, const ReductionInput* input) {
  for (std::size_t i = 0; i < reductions.all.size(); ++i)
    for (char*& copy : reductions.all[i].copies) {
      if (copy == nullptr) continue;
      const ReductionInput& each = reductions.all[i].input;
      reinterpret_cast<void (*)(void*, void*)>(each.combine)(input[i].shared, copy);
      if (each.finish != nullptr) reinterpret_cast<void (*)(void*)>(each.finish)(copy);
      copy = nullptr;
    }
}

bool means(const Reduction& reduction, const void* address) {
  const auto holds = [address](const auto& addresses) {
    return std::find(addresses.begin(), addresses.end(), address) != addresses.end();
  };
  return holds(reduction.names) || holds(reduction.copies);
}

void* copy_for_thread(Reduction& reduction) {
  char*& copy = reduction.copies[current_member().number];
  if (copy != nullptr) return copy;
  copy = static_cast<char*>(std::calloc(1, reduction.input.size));
  if (reduction.input.initialise != nullptr)
    reinterpret_cast<void (*)(void*, void*)>(reduction.input.initialise)(copy, reduction.input.original);
  return copy;
}

enum Cancellable { kParallel = 1, kLoop = 2, kSections = 3, kTaskgroup = 4 };

bool is_cancelled(Number what) {
  const Task& self = current_task();
  if (what == kTaskgroup) return self.group != nullptr && self.group->is_cancelled;
  if (self.team->is_cancelled) return true;
  return what != kParallel && self.member->share != nullptr && self.member->share->is_cancelled;
}

struct Dimension {
  std::int64_t low, high, step;
};

std::uint64_t iteration_at(const std::int64_t* values) {
  const Share& share = *current_member().dependences;
  const auto* const dimensions = static_cast<const Dimension*>(share.memory);
  std::vector<std::uint64_t> iterations;
  for (std::size_t i = 0; i < share.counts.size(); ++i) {
    const auto iteration = (values[i] - dimensions[i].low) / dimensions[i].step;
    if (iteration < 0 || static_cast<std::uint64_t>(iteration) >= share.counts[i]) return ~std::uint64_t{0};
    iterations.push_back(static_cast<std::uint64_t>(iteration));
  }
  return flat(share, iterations);
}

}  // namespace

extern "C" {

void __kmpc_fork_call(Place* place, Number count, Microtask function, ...) {
  va_list list;
  va_start(list, function);
  if (!hot.active) {
    run_native_region("__kmpc_fork_call", place, count, function, list);
  } else {
    const SiteId site = HEDDLE_SITE;
    RegionCall call{function, {}};
    read_arguments(call, count, list, site);
    Task& self = current_task();
    parallel({run_region, &call}, std::exchange(self.pushed_threads, 0u), site);
  }
  va_end(list);
}

void __kmpc_fork_teams(Place* place, Number count, Microtask function, ...) {
  va_list list;
  va_start(list, function);
  if (!hot.active) {
    run_native_region("__kmpc_fork_teams", place, count, function, list);
  } else {
    RegionCall call{function, {}};
    read_arguments(call, count, list, HEDDLE_SITE);
    run_region(&call, 0);
  }
  va_end(list);
}

void __kmpc_fork_call_if(Place* place, Number count, Microtask function, Number condition, void* argument) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_fork_call_if, place, count, function, condition, argument)
  RegionCall call{function, {argument}};
  parallel({run_region, &call}, condition != 0 ? std::exchange(current_task().pushed_threads, 0u) : 1,
           HEDDLE_SITE);
}

void __kmpc_begin(Place* place, Number flags) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_begin, place, flags)
}

void __kmpc_end(Place* place){HEDDLE_UNLESS_CONTROLLED(__kmpc_end, place)}

Number __kmpc_global_thread_num(Place* place) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_global_thread_num, place)
  return number_of_thread();
}

Number __kmpc_global_num_threads(Place* place) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_global_num_threads, place)
  return static_cast<Number>(current_team().size());
}

Number __kmpc_bound_thread_num(Place* place) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_bound_thread_num, place)
  return static_cast<Number>(current_member().number);
}

Number __kmpc_bound_num_threads(Place* place) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_bound_num_threads, place)
  return static_cast<Number>(current_team().size());
}

Number __kmpc_ok_to_fork(Place* place) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_ok_to_fork, place)
  return 1;
}

Number __kmpc_in_parallel(Place* place) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_in_parallel, place)
  return current_team().active_level > 0;
}

void __kmpc_push_num_threads(Place* place, Number thread, Number threads) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_push_num_threads, place, thread, threads)
  current_task().pushed_threads = static_cast<unsigned>(threads);
}

void __kmpc_push_num_teams(Place* place, Number thread, Number teams, Number threads) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_push_num_teams, place, thread, teams, threads)
}

void __kmpc_push_num_teams_51(Place* place, Number thread, Number least, Number most, Number threads) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_push_num_teams_51, place, thread, least, most, threads)
}

void __kmpc_push_proc_bind(Place* place, Number thread, Number bind) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_push_proc_bind, place, thread, bind)
}

void __kmpc_serialized_parallel(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_serialized_parallel, place, thread)
  begin_alone_in_region(HEDDLE_SITE);
}

void __kmpc_end_serialized_parallel(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_end_serialized_parallel, place, thread)
  end_alone_in_region();
}

void __kmpc_barrier(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_barrier, place, thread)
  const SiteId site = HEDDLE_SITE;
  check_barrier(site);
  barrier(site);
}

Number __kmpc_cancel_barrier(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_cancel_barrier, place, thread)
  return barrier(HEDDLE_SITE);
}

void __kmpc_flush(Place* place) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_flush, place)
  __tsan_atomic_thread_fence(__ATOMIC_SEQ_CST);
}

Number __kmpc_master(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_master, place, thread)
  return current_member().number == 0;
}

void __kmpc_end_master(Place* place,
                       Number thread){HEDDLE_UNLESS_CONTROLLED(__kmpc_end_master, place, thread)}

Number __kmpc_masked(Place* place, Number thread, Number filter) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_masked, place, thread, filter)
  return static_cast<Number>(current_member().number) == filter;
}

void __kmpc_end_masked(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_end_masked, place, thread)
}

void __kmpc_scope(Place* place, Number thread, void* reserved) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_scope, place, thread, reserved)
}

void __kmpc_end_scope(Place* place, Number thread, void* reserved) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_end_scope, place, thread, reserved)
}

void __kmpc_critical(Place* place, Number thread, void* name) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_critical, place, thread, name)
  lock(name, false, HEDDLE_SITE);
}

void __kmpc_critical_with_hint(Place* place, Number thread, void* name, std::uint32_t hint) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_critical_with_hint, place, thread, name, hint)
  lock(name, false, HEDDLE_SITE);
}

void __kmpc_end_critical(Place* place, Number thread, void* name) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_end_critical, place, thread, name)
  unlock(name, false, HEDDLE_SITE);
}

void __kmpc_ordered(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_ordered, place, thread)
  begin_ordered(HEDDLE_SITE);
}

void __kmpc_end_ordered(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_end_ordered, place, thread)
  end_ordered(HEDDLE_SITE);
}

Number __kmpc_single(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_single, place, thread)
  const bool taken = take_single(HEDDLE_SITE);
  end_share();
  return taken;
}

void __kmpc_end_single(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_end_single, place, thread)
}

void __kmpc_copyprivate(Place* place, Number thread, std::size_t size, void* data, void (*copy)(void*, void*),
                        Number did) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_copyprivate, place, thread, size, data, copy, did)
  const SiteId site = HEDDLE_SITE;
  Team& team = current_team();
  if (did != 0) team.copied = data;
  barrier(site);
  if (did == 0) copy(data, team.copied);
  barrier(site);
}

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

void __kmpc_for_static_fini(Place* place,
                            Number thread){HEDDLE_UNLESS_CONTROLLED(__kmpc_for_static_fini, place, thread)}

// Each thread adds its part while it holds a lock.
Number __kmpc_reduce(Place* place, Number thread, Number count, std::size_t size, void* data,
                     void (*combine)(void*, void*), void* name) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_reduce, place, thread, count, size, data, combine, name)
  lock(name, false, HEDDLE_SITE);
  return 1;
}

// Each thread adds its part while it holds a lock.
Number __kmpc_reduce_nowait(Place* place, Number thread, Number count, std::size_t size, void* data,
                            void (*combine)(void*, void*), void* name) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_reduce_nowait, place, thread, count, size, data, combine, name)
  lock(name, false, HEDDLE_SITE);
  return 1;
}

void __kmpc_end_reduce(Place* place, Number thread, void* name) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_end_reduce, place, thread, name)
  const SiteId site = HEDDLE_SITE;
  unlock(name, false, site);
  barrier(site);
}

void __kmpc_end_reduce_nowait(Place* place, Number thread, void* name) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_end_reduce_nowait, place, thread, name)
  unlock(name, false, HEDDLE_SITE);
}

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

void __kmpc_taskgroup(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_taskgroup, place, thread)
  begin_group();
}

void __kmpc_end_taskgroup(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_end_taskgroup, place, thread)
  Group* const group = current_task().group;
  end_group(HEDDLE_SITE);
  if (group != nullptr && group->reductions != nullptr)
    combine(*static_cast<Reductions*>(group->reductions),
            static_cast<const ReductionInput*>(group->reduction_input));
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

void* __kmpc_taskred_init(Number thread, Number count, void* data) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_taskred_init, thread, count, data)
  Group& group = *current_task().group;
  group.reductions = make_reductions(count, static_cast<ReductionInput*>(data));
  group.reduction_input = data;
  return group.reductions;
}

void* __kmpc_taskred_modifier_init(Place* place, Number thread, Number is_loop, Number count, void* data) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_taskred_modifier_init, place, thread, is_loop, count, data)
  Team& team = current_team();
  const auto* const input = static_cast<ReductionInput*>(data);
  auto* shared = static_cast<Reductions*>(team.reductions);
  if (shared == nullptr) {
    team.reductions = shared = make_reductions(count, input);
    shared->object = stand_in(ConstructKind::kReduction, HEDDLE_SITE, 8);
  }
  for (Number i = 0; i < count; ++i)
    shared->all[static_cast<std::size_t>(i)].names.push_back(input[i].shared);
  current_task().reduction_parts = input;
  begin_group();
  current_task().group->shared_reductions = shared;
  return shared;
}

// The last thread of the team adds what all tasks have added to its own part.
void __kmpc_task_reduction_modifier_fini(Place* place, Number thread, Number is_loop) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_task_reduction_modifier_fini, place, thread, is_loop)
  const SiteId site = HEDDLE_SITE;
  end_group(site);
  Team& team = current_team();
  auto* const shared = static_cast<Reductions*>(team.reductions);
  const LocationId location = locate(address_of(shared->object));
  scheduler().note_order(OrderKind::kRelease, location, site);
  if (++shared->users < team.size()) return;
  scheduler().note_order(OrderKind::kAcquire, location, site);
  team.reductions = nullptr;
  combine(*shared, static_cast<const ReductionInput*>(current_task().reduction_parts));
}

void* __kmpc_task_reduction_get_th_data(Number thread, void* reductions, void* data) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_task_reduction_get_th_data, thread, reductions, data)
  use_members_memory(HEDDLE_SITE);
  const auto find = [data](void* candidates) -> void* {
    if (candidates == nullptr) return nullptr;
    for (Reduction& each : static_cast<Reductions*>(candidates)->all)
      if (means(each, data)) return copy_for_thread(each);
    return nullptr;
  };
  if (void* const found = find(reductions)) return found;
  for (Group* group = current_task().group; group != nullptr; group = group->outer) {
    if (void* const found = find(group->reductions)) return found;
    if (void* const found = find(group->shared_reductions)) return found;
  }
  return data;
}

Number __kmpc_cancel(Place* place, Number thread, Number what) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_cancel, place, thread, what)
  if (!settings().may_cancel) return 0;
  Task& self = current_task();
  if (what == kParallel)
    self.team->is_cancelled = true;
  else if (what == kTaskgroup && self.group != nullptr)
    self.group->is_cancelled = true;
  else if (what != kTaskgroup && self.member->share != nullptr)
    self.member->share->is_cancelled = true;
  scheduler().reconsider_all();
  return 1;
}

Number __kmpc_cancellationpoint(Place* place, Number thread, Number what) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_cancellationpoint, place, thread, what)
  return settings().may_cancel && is_cancelled(what);
}

void __kmpc_doacross_init(Place* place, Number thread, Number count, Dimension* dimensions) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_doacross_init, place, thread, count, dimensions)
  Member& member = current_member();
  Share* const outer = std::exchange(member.share, nullptr);
  Share& share = begin_share(HEDDLE_SITE);
  std::vector<std::uint64_t> counts;
  for (Number i = 0; i < count; ++i)
    counts.push_back(
        static_cast<std::uint64_t>((dimensions[i].high - dimensions[i].low) / dimensions[i].step + 1));
  if (share.memory == nullptr) {
    auto* const kept =
        static_cast<Dimension*>(std::malloc(sizeof(Dimension) * static_cast<std::size_t>(count)));
    plain().memcpy(kept, dimensions, sizeof(Dimension) * static_cast<std::size_t>(count));
    share.memory = kept;
  }
  begin_dependences(std::move(counts), HEDDLE_SITE);
  member.share = outer;
}

void __kmpc_doacross_post(Place* place, Number thread, const std::int64_t* values) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_doacross_post, place, thread, values)
  post(iteration_at(values), HEDDLE_SITE);
}

void __kmpc_doacross_wait(Place* place, Number thread, const std::int64_t* values) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_doacross_wait, place, thread, values)
  wait_for_post(iteration_at(values), HEDDLE_SITE);
}

void __kmpc_doacross_fini(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_doacross_fini, place, thread)
  Member& member = current_member();
  member.share = std::exchange(member.dependences, nullptr);
  end_share();
}

void* __kmpc_threadprivate_cached(Place* place, Number thread, void* data, std::size_t size, void*** cache) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_threadprivate_cached, place, thread, data, size, cache)
  Thread& owner = *current_member().thread;
  if (owner.id == kMainThread) return data;
  void*& copy = copy_of_threadprivate(data, owner.id);
  if (copy == nullptr) {
    copy = std::malloc(size);
    plain().memcpy(copy, data, size);
  }
  return copy;
}

void __kmpc_threadprivate_register(Place* place, void* data, void* (*construct)(void*),
                                   void* (*copy)(void*, void*), void (*destroy)(void*)) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_threadprivate_register, place, data, construct, copy, destroy)
}

void* __kmpc_alloc(int thread, std::size_t size, void* allocator) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_alloc, thread, size, allocator)
  return std::malloc(size);
}

void* __kmpc_aligned_alloc(int thread, std::size_t alignment, std::size_t size, void* allocator) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_aligned_alloc, thread, alignment, size, allocator)
  void* memory = nullptr;
  return posix_memalign(&memory, alignment < sizeof(void*) ? sizeof(void*) : alignment, size) == 0 ? memory
                                                                                                   : nullptr;
}

void* __kmpc_calloc(int thread, std::size_t count, std::size_t size, void* allocator) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_calloc, thread, count, size, allocator)
  return std::calloc(count, size);
}

void* __kmpc_realloc(int thread, void* memory, std::size_t size, void* allocator, void* before) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_realloc, thread, memory, size, allocator, before)
  return std::realloc(memory, size);
}

void __kmpc_free(int thread, void* memory, void* allocator) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_free, thread, memory, allocator)
  std::free(memory);
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
