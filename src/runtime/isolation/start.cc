// The program's start. With HEDDLE_CONTROL in the environment the process becomes an explorer before any
// constructor of the program has run; without it everything goes straight through.

#include <cstdlib>

#include "runtime/engine/scheduler.h"
#include "runtime/interpose/program.h"
#include "runtime/isolation/after_main.h"
#include "runtime/isolation/debug_replay.h"
#include "runtime/isolation/explorer.h"
#include "runtime/naming/load_map.h"
#include "runtime/naming/loaded_modules.h"
#include "runtime/system/real.h"

using namespace heddle;
using namespace heddle::runtime;

extern "C" int __cxa_at_quick_exit(void (*function)(void*), void* module);

namespace {

using Main = int (*)(int, char**, char**);
using StartMain = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);

Main program_main;
void (*loader_end)();

// The dynamic linker's part of the end: destructor functions of the program and of its libraries. They belong
// to the execution, and threads that are still there may run between them. Where all libraries are the
// system's own, only what could run code of the program is done: unloading them all would touch a dozen pages
// more in a process that ends anyway.
void end_modules() {
  look_for_modules();
  if (load_map().only_system_libraries()) {
    run_destructor_functions();
    flush_standard_streams(program().options.capture_output);
  } else if (loader_end != nullptr) {
    loader_end();
  }
}

// Runs after all other handlers of exit; then nothing of the program is left.
void after_everything() {
  if (hot.active) {
    end_modules();
    announce_end_of_process();
    end_quickly();
  }
  if (loader_end != nullptr) loader_end();
  if (process_goes_on) end_quickly();
}

void after_quick_exit() {
  if (hot.active) scheduler().leave_for_good();
  if (process_goes_on) finish_execution();
}

int controlled_main(int argc, char** argv, char** environment) {
  Thread& self = scheduler().current();
  self.bottom_of_stack = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
  install_terminate_handler();
  if (_setjmp(self.end_of_thread) == 0) {
    const int status = program_main(argc, argv, environment);
    self.stack_pointer = self.bottom_of_stack;  // the frame of main is gone
    exit_from_main(status);
    return status;
  }
  // pthread_exit in main.
  self.stack_pointer = self.bottom_of_stack;
  run_thread_destructors();
  wait_for_all_threads();
  exit_from_main(0);
  return 0;
}

// What __libc_start_main was called with: the program's start, for each execution.
struct Start {
  StartMain function;
  int argc;
  char** argv;
  void (*init)();
  void (*fini)();
  void* stack_end;
} program_start;

void start_program() {
  const Start& start = program_start;
  start.function(controlled_main, start.argc, start.argv, start.init, start.fini, after_everything,
                 start.stack_end);
}

}  // namespace

extern "C" int __libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(),
                                 void (*rtld_fini)(), void* stack_end) {
  const auto start = reinterpret_cast<StartMain>(find_real("__libc_start_main"));
  const bool debugged = std::getenv(kDebugReplayVariable) != nullptr;
  if (std::getenv(kControlVariable) == nullptr && !debugged)
    return start(main, argc, argv, init, fini, rtld_fini, stack_end);
  program_main = main;
  loader_end = rtld_fini;
  program_start = {start, argc, argv, init, fini, stack_end};
  // Registered first, so that it runs last when the program calls quick_exit.
  __cxa_at_quick_exit([](void*) { after_quick_exit(); }, nullptr);
  if (debugged) replay_in_place(start_program);
  become_explorer(start_program);
}
