// A lock made of an atomic, in a library that Heddle did not instrument.
#include <sched.h>
#include <atomic>

namespace {
std::atomic<bool> taken{false};
}

extern "C" {

std::atomic<bool> ready{false};

void take_lock() {
  while (taken.exchange(true, std::memory_order_acquire)) sched_yield();
}

void give_lock() {
  taken.store(false, std::memory_order_release);
}

// The caller's function runs under the lock.
void with_lock(void (*work)()) {
  take_lock();
  work();
  give_lock();
}

void say_ready() {
  ready.store(true, std::memory_order_release);
}
}
