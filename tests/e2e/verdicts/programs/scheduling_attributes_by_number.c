// Thread pools of glib ask for the scheduling attributes of a thread by its number, and give them to the
// threads that they start. There is no function for it in libc, so it is a system call.
//
// run: => nothing
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct attributes {
  uint32_t size, policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime, deadline, period;
};

static struct attributes inherited;

static void* work(void* unused) {
  const long id = syscall(SYS_gettid);
  struct attributes own;
  memset(&own, 0xff, sizeof own);
  inherited.nice = 3;
  assert(syscall(SYS_sched_setattr, id, &inherited, 0) == 0);
  assert(syscall(SYS_sched_getattr, id, &own, sizeof own, 0) == 0);
  assert(own.size == sizeof own && own.nice == 3 && own.policy == inherited.policy);
  return unused;
}

int main(void) {
  assert(syscall(SYS_sched_getattr, syscall(SYS_gettid), &inherited, sizeof inherited, 0) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
