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
  char* thread_pointer = nullptr;
  std::uint64_t stack_pointer = 0;  // of a kernel thread that waits for the baton

  // Fills in the range of the stack of `handle`.
  void find_stack();
};

// What a body does when it is chosen for the first time, up to the end of its thread (interpose/threads.cc).
void run_program_thread(Thread& self);

}  // namespace heddle::runtime
