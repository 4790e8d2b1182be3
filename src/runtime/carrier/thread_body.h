// What a program thread is to the system: a real pthread, run as a context (contexts.h) or as a kernel thread
// of its own (kernel_threads.h).
#pragma once

#include <pthread.h>
#include <cstdint>

namespace heddle::runtime {

struct Thread;

struct ThreadBody {
  pthread_t handle = 0;
  Thread* thread = nullptr;  // whom it runs
  std::uint64_t stack_low = 0;
  std::uint64_t stack_high = 0;
  bool is_on_programs_memory = false;  // the program gave the stack to pthread_attr_setstack
  std::uint64_t used_in = 0;           // the last execution that it ran a thread in
  char* thread_pointer = nullptr;
  std::uint64_t stack_pointer = 0;  // of a kernel thread that waits for the baton

  // The stack that the program gave; false: it gave none.
  bool take_stack_of(const pthread_attr_t* attributes);
};

// What a body does when it is chosen for the first time, up to the end of its thread (interpose/threads.cc).
void run_program_thread(Thread& self);

}  // namespace heddle::runtime
