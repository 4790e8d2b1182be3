// A spin lock in assembly, as libraries have it that are older than C11: an atomic operation on its operand.
// The counter under it is right; the one beside it is not.
//
// run: guarded => nothing
// run: unguarded => data-race
// options: --executions 200
#include <sched.h>
#include <cassert>
#include <string>
#include <thread>

namespace {

int taken = 0;
int guarded = 0;
int unguarded = 0;

int exchange(int* place, int value) {
  int old;
#if defined(__x86_64__)
  asm volatile("xchgl %0, %1" : "=r"(old), "+m"(*place) : "0"(value) : "memory");
#else
  int failed;
  asm volatile(
      "1: ldaxr %w0, [%2]\n"
      "   stlxr %w1, %w3, [%2]\n"
      "   cbnz %w1, 1b\n"
      : "=&r"(old), "=&r"(failed)
      : "r"(place), "r"(value)
      : "memory");
#endif
  return old;
}

void count(bool is_guarded) {
  while (exchange(&taken, 1) == 1) sched_yield();
  ++guarded;
  exchange(&taken, 0);
  if (!is_guarded) ++unguarded;
}

}  // namespace

int main(int, char** arguments) {
  const bool is_guarded = std::string(arguments[1]) == "guarded";
  std::thread other(count, is_guarded);
  count(is_guarded);
  other.join();
  assert(guarded == 2);
}
