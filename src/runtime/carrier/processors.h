// The processor that a thread runs on, as the program sees it. All threads share one kernel thread, or take
// turns, so the true number says nothing, and it is another one in every replay. A thread is told one of the
// first two processors that it may use. Which one depends on the thread and on how often it has asked:
// threads begin on different processors, and move to the other one now and then, as they do natively. So
// there are threads that share a processor as well as threads that do not, and the number does not depend on
// the machine.
#pragma once

#include <sched.h>
#include <cstddef>
#include <cstdint>

#include "runtime/state/thread.h"

namespace heddle::runtime::processors {

// Once in a process, in its first thread.
void set_up();

// What the thread is told when it asks now.
unsigned read(Thread& thread);
// All that the next answers depend on, besides the processors that it may use.
std::uint64_t state_of(const Thread& thread);
// The memory node that a processor belongs to.
unsigned node_of(unsigned processor);

// Those that the program chose for the thread, else the process's. 0 or an error number.
int copy_allowed(const Thread& thread, std::size_t size, cpu_set_t* set);
int choose(Thread& thread, std::size_t size, const cpu_set_t* set);

// The kernel writes the number into memory that belongs to the kernel thread that calls this (rseq): from
// here on it does not.
void stop_kernel();
// It does all the same: it would not listen.
bool kernel_writes();
// Puts the number there in its place, where programs read it without a call.
void show(const Thread& thread);

}  // namespace heddle::runtime::processors
