// As programs from before C11 have it: a volatile read, then one of gcc's __sync functions, which is a full
// barrier, then a plain read of what the other thread wrote before its own barrier. `nothing`: without the
// barrier nothing orders the two.
//
// run: barrier => nothing
// run: nothing => data-race
// options: --executions 200 --volatile atomic
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>

static int data, left = 1, references = 2;
int seen;

static void* work(void* unused) {
  data = 1;
  __sync_sub_and_fetch(&left, 1);
  __sync_sub_and_fetch(&references, 1);
  return unused;
}

int main(int count, char** arguments) {
  pthread_t thread;
  (void)count;
  pthread_create(&thread, NULL, work, NULL);
  while (*(volatile int*)&left != 0) sched_yield();
  if (strcmp(arguments[1], "barrier") == 0) __sync_sub_and_fetch(&references, 1);
  seen = data;
  pthread_join(thread, NULL);
  return 0;
}
