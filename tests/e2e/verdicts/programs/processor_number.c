// Counters for each processor, as allocators and statistics have them. Threads may share a processor, and may
// be moved to another one at any time, so a counter needs an atomic increment all the same; here, updates are
// lost. Which counter a thread uses is the same in every replay, however it asks.
//
// run: sched_getcpu => assertion
// run: getcpu => assertion
// run: syscall => assertion
// run: rseq => assertion
// run: sched_getcpu atomic => nothing
// run: rseq atomic => nothing
// options: --executions 300 --races ignore
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/rseq.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { kCounters = 16, kTimes = 2 };

static atomic_int counters[kCounters];
static const char* way;
static int is_atomic;

static unsigned processor(void) {
  unsigned number = 0;
  if (strcmp(way, "sched_getcpu") == 0) return (unsigned)sched_getcpu();
  if (strcmp(way, "getcpu") == 0) {
    assert(getcpu(&number, NULL) == 0);
  } else if (strcmp(way, "syscall") == 0) {
    assert(syscall(SYS_getcpu, &number, NULL, NULL) == 0);
  } else if (__rseq_size != 0) {
    const volatile struct rseq* const area =
        (const struct rseq*)((const char*)__builtin_thread_pointer() + __rseq_offset);
    number = area->cpu_id;
  }
  return number;
}

static void* count(void* unused) {
  for (int i = 0; i < kTimes; i++) {
    const unsigned number = processor() % kCounters;
    if (is_atomic)
      atomic_fetch_add(&counters[number], 1);
    else
      atomic_store(&counters[number], atomic_load(&counters[number]) + 1);
  }
  return unused;
}

int main(int argc, char** argv) {
  way = argc > 1 ? argv[1] : "sched_getcpu";
  is_atomic = argc > 2;
  pthread_t one, other;
  pthread_create(&one, NULL, count, NULL);
  pthread_create(&other, NULL, count, NULL);
  count(NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  int sum = 0;
  for (int i = 0; i < kCounters; i++) sum += atomic_load(&counters[i]);
  assert(sum == 3 * kTimes);
  return 0;
}
