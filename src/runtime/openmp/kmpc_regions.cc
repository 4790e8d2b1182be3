// Of what clang++ calls: parallel regions, and memory of their threads. A region's function takes its
// arguments one by one.
#include <cstdarg>
#include <cstdlib>
#include <utility>

#include "runtime/memory/plain_memory.h"
#include "runtime/openmp/kmpc.h"

using namespace heddle;
using namespace heddle::runtime;
using namespace heddle::runtime::openmp;
using namespace heddle::runtime::openmp::kmpc;

namespace {

using Microtask = void (*)(Number*, Number*, ...);

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

}  // extern "C"
