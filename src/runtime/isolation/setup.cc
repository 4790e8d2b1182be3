#include "runtime/isolation/setup.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/carrier/kernel_threads.h"
#include "runtime/carrier/process_thread.h"
#include "runtime/carrier/processors.h"
#include "runtime/engine/scheduler.h"
#include "runtime/engine/wait_queue.h"
#include "runtime/interpose/program.h"
#include "runtime/interpose/random.h"
#include "runtime/isolation/after_main.h"
#include "runtime/isolation/binding.h"
#include "runtime/memory/arena.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/shadow.h"
#include "runtime/naming/call_site.h"
#include "runtime/naming/construct_names.h"
#include "runtime/naming/descriptor_names.h"
#include "runtime/naming/known_shared.h"
#include "runtime/naming/loaded_modules.h"
#include "runtime/naming/mappings.h"
#include "runtime/services/debugger.h"
#include "runtime/services/heap_guard.h"
#include "runtime/services/memory_guard.h"
#include "runtime/services/outside.h"
#include "runtime/services/program_state.h"
#include "runtime/services/shadow_stacks.h"
#include "runtime/services/signal_state.h"
#include "runtime/services/stack_guard.h"
#include "runtime/services/stray_thread.h"
#include "runtime/system/real.h"

namespace heddle::runtime {

void begin_allocations();

namespace {

// With its first thread libc prepares for threads, and says from then on that there are some
// (__libc_single_threaded): std::shared_ptr counts without atomics before that. When the first one would be
// made depends on the carrier, so there is one here. Libc would keep a stack of its own choice, far from all
// else, which each fork would copy.
void let_libc_prepare_for_threads() {
  constexpr std::size_t kSize = 256u << 10;
  void* const stack = reserve_memory(kSize);
  if (stack == nullptr) return;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, kSize);
  pthread_t thread;
  const auto do_nothing = [](void* unused) { return unused; };
  if (real().pthread_create(&thread, &attributes, do_nothing, nullptr) == 0)
    real().pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

Services services() {
  return {.memory = memory_guard(),
          .signals = signals::delivery(),
          .outside = outside::world(),
          .debugger = debugger_link(),
          .strays = stray::threads(),
          .state = program_state::reader(),
          .kernel_threads = baton_carrier()};
}

std::string no_address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    return "the address space is limited (ulimit -v): Heddle reserves much of it, without using the memory; "
           "lift the limit";
  return "the address space for the program's heap is taken";
}

// Nothing has run since the state of an execution was made, or memory was put back to what it was then.
// Whoever makes it again writes to ten pages, and each is one to be copied in a fork, or to be put back.
bool is_state_as_made = false;

void begin_state() {
  wait_queue::begin_execution();
  signals::begin_execution();
  outside::begin_execution();
  descriptor_names::begin_execution();
  construct_names::begin_execution();
  heap::begin_execution();
  begin_allocations();
  mappings::begin_execution();
  heap_guard::begin_execution();
  stack_guard::begin_execution();
}

// What is allocated here need not be allocated by each execution.
void prepare_first_execution() {
  prepare_call_sites();
  shadow::clear_all();
  for (const Module& module : load_map().table().modules)
    shadow::prepare(module.start, module.start + module.size);
  shadow::prepare(heap::kBase, heap::kBase + 1);
  const auto arguments = reinterpret_cast<std::uint64_t>(environ);  // and the environment, at the stack's end
  shadow::prepare(arguments, arguments + 1);
  const AllocateAs execution(Lifetime::kExecution);
  scheduler().prepare();
  begin_state();
  is_state_as_made = true;
}

}  // namespace

std::string set_up_runtime() {
  static bool done = false;
  if (done) return {};
  done = true;
  the_load_map = new LoadMap;
  auto* knowledge = new Knowledge;
  {
    const AllocateAs execution(Lifetime::kExecution);
    the_program = new Program(*knowledge);
    the_scheduler = new Scheduler(program(), services());
  }
  prepare_thread_pointer();
  let_libc_prepare_for_threads();
  processors::set_up();
  if (!heap::reserve()) return no_address_space();
  heap_guard::set_up();
  shadow_stacks::set_up();
  bind_lazy_functions();
  load_map().read();
  describe_to_debugger();
  outside::note_inherited();
  find_own_thread_id();
  find_terminate_handler();
  find_what_runs_after_main();
  prepare_first_execution();
  return {};
}

void begin_execution(Strategy& strategy, const ExecutionOptions& options, Recording& recording) {
  lifetime_of_new_memory = Lifetime::kExecution;
  ++program().serial;
  hot.recording = &recording;
  const bool has_run = !is_state_as_made;
  if (has_run) begin_state();
  is_state_as_made = false;
  begin_modules();
  scheduler().begin(strategy, options);
  // The explorer has done it before a fork: there each page costs time.
  if (has_run || !kernels_bytes.are_replaced || kernels_bytes.seed != options.random_seed)
    replace_kernels_bytes(options.random_seed);
  mark_shared_globals();
}

}  // namespace heddle::runtime
