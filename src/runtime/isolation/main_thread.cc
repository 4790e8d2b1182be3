#include "runtime/isolation/main_thread.h"

#include "runtime/arch/context.h"
#include "runtime/carrier/kernel_threads.h"
#include "runtime/carrier/processors.h"
#include "runtime/engine/scheduler.h"
#include "runtime/interpose/program.h"
#include "runtime/isolation/setup.h"
#include "runtime/naming/known_shared.h"
#include "runtime/services/shadow_stacks.h"
#include "runtime/services/stack_guard.h"

namespace heddle::runtime {

namespace {

Context main_registers;

}  // namespace

Thread& add_main_thread(const Stack& stack) {
  Thread& main = scheduler().add_thread(nullptr, kNoSite);
  main.next = {};
  main.handle = pthread_self();
  main.registers = &main_registers;
  main.kernel_thread = &main_kernel_thread();
  main_registers.thread_pointer = reinterpret_cast<std::uint64_t>(thread_pointer());
  main.thread_pointer = thread_pointer();
  main.stack_low = reinterpret_cast<std::uint64_t>(stack.low);
  main.stack_high = reinterpret_cast<std::uint64_t>(stack.high());
  main.frames = shadow_stacks::of(main.id);
  stack_guard::add_stack(main);
  mark_shared_of_thread(main);
  processors::show(main);
  return main;
}

void begin_program(Strategy& strategy, const ExecutionOptions& options, Recording& recording,
                   const Stack& stack) {
  begin_execution(strategy, options, recording);
  add_main_thread(stack);
  hot.current = program().threads[kMainThread];
  hot.own = program().segments.of(kMainThread);
}

}  // namespace heddle::runtime
