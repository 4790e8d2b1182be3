// A plain write races with a volatile one: a race too where volatile accesses are taken for atomics, and
// stable.
//
// run: => data-race
// options: --executions 50 --volatile atomic
#include <pthread.h>
#include <stddef.h>

int flag;

static void* set(void* unused) {
  flag = 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  *(volatile int*)&flag = 1;
  pthread_join(thread, NULL);
  return 0;
}
