// Threads that wait to be woken: the common part of condition variables and futexes.
//
// A wake-up is a permit that whoever was waiting at that moment may take: after a signal every waiter becomes
// enabled, and the first that is chosen takes it. Those who come later may not.
#pragma once

#include <cstdint>

#include "runtime/state/thread.h"

namespace heddle::runtime::wait_queue {

void begin_execution();

// The running thread waits for the object at `address` from now on.
void enter(Thread& self, std::uint64_t address);

// To be announced with the operation that ends the wait.
extern const Condition when_woken;

// The wait is over: true when the thread was woken (and takes a permit), false when it was its timeout.
bool leave(Thread& self);
// The wait is over, and what may have woken the thread is left to others.
void give_up(Thread& self);

std::size_t waiting(std::uint64_t address);
// Those whom no wake-up has reached yet.
std::size_t unwoken(std::uint64_t address);
// Wakes one or all of those who wait now; false when there is nobody left to wake.
bool wake_one(std::uint64_t address);
std::size_t wake_all(std::uint64_t address);

}  // namespace heddle::runtime::wait_queue
