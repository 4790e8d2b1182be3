/* The repaired twin of longjmp_keeps_lock: a C thread jumps back with longjmp() until a table is open.
 * It unlocks before it jumps. The retries end in every fair schedule. */
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
  const int ready = table_open;
  updates += ready;
  pthread_mutex_unlock(&table_lock);
  if (!ready) longjmp(try_again, 1);
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
