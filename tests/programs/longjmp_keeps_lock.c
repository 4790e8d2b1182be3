/* A C thread updates a table; if the table is not open yet, it jumps back with longjmp() and tries again.
 * Bug: it jumps out of the critical section without unlocking.
 * Locks a mutex it already holds when it tries before main has opened the table. */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stddef.h>

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static int table_open;
static int updates;
static _Thread_local jmp_buf try_again;

static void update(void) {
  pthread_mutex_lock(&table_lock);
  if (!table_open) longjmp(try_again, 1);
  ++updates;
  pthread_mutex_unlock(&table_lock);
}

static void* work(void* unused) {
  (void)unused;
  if (setjmp(try_again) != 0) sched_yield();
  update();
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_mutex_lock(&table_lock);
  table_open = 1;
  pthread_mutex_unlock(&table_lock);
  pthread_join(worker, NULL);
  return updates == 1 ? 0 : 1;
}
