// Two threads begin on different processors, where there are two, and may be moved; one that asks for a
// processor of its own stays there. Natively, only the latter is certain.
//
// run: => nothing
// run: moved => assertion
// options: --executions 50
#include <pthread.h>
#include <sched.h>
#include <sys/rseq.h>
#include <unistd.h>
#include <cassert>
#include <cstddef>
#include <thread>

int begins_on[2];
bool stays_there[2];

// What programs read that want to save the call.
int number_without_call() {
  if (__rseq_size == 0) return sched_getcpu();
  const auto* area = static_cast<const char*>(__builtin_thread_pointer()) + __rseq_offset;
  return static_cast<int>(reinterpret_cast<const volatile struct rseq*>(area)->cpu_id);
}

int first_allowed() {
  cpu_set_t set;
  assert(sched_getaffinity(0, sizeof set, &set) == 0);
  int number = 0;
  while (!CPU_ISSET(number, &set)) ++number;
  return number;
}

void work(int name) {
  begins_on[name] = number_without_call();
  assert(sched_getcpu() == begins_on[name]);
  stays_there[name] = sched_getcpu() == begins_on[name];
  const int wanted = first_allowed();
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(wanted, &one);
  assert(sched_setaffinity(0, sizeof one, &one) == 0);
  for (int i = 0; i < 4; ++i) {
    assert(sched_getcpu() == wanted);
    assert(number_without_call() == wanted);
  }
}

int main(int argc, char**) {
  std::thread one(work, 0), other(work, 1);
  one.join();
  other.join();
  cpu_set_t set;
  assert(sched_getaffinity(0, sizeof set, &set) == 0);
  assert(CPU_COUNT(&set) == 1 || begins_on[0] != begins_on[1]);  // main may use all of them
  if (argc > 1) assert(CPU_COUNT(&set) != 1 && stays_there[0] && stays_there[1]);
}
