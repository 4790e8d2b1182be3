// The other carrier: every program thread has a kernel thread, and whoever holds the baton runs. Slow, and
// needed by programs that look at kernel threads themselves.
#pragma once

#include "runtime/carrier/thread_body.h"
#include "runtime/engine/services.h"

namespace heddle::runtime {

struct KernelThread : ThreadBody {
  std::uint32_t baton = 0;    // 1: it may run
  std::uint32_t settled = 0;  // 1: it is there, and waits for the baton
  int id = 0;                 // the kernel's
};

// A kernel thread that waits to be given a program thread; null with errno when none can be made.
KernelThread* make_kernel_thread(const pthread_attr_t* attributes);

// How the engine switches between them.
BatonCarrier& baton_carrier();

// The thread has ended, but its kernel thread may still be on its stack, which is the program's again.
void wait_for_end(KernelThread& thread);

// Main's.
KernelThread& main_kernel_thread();

}  // namespace heddle::runtime
