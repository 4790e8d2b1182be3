/* A worker says that it is done; main then destroys the mutex that the worker used.
 * Bug: the worker says so before it has unlocked.
 * Destroys a locked mutex when main runs between the worker's "done" and its unlock. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t work_lock;
static atomic_int done;

static void* work(void* unused) {
  (void)unused;
  pthread_mutex_lock(&work_lock);
  atomic_store(&done, 1);
  pthread_mutex_unlock(&work_lock);
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_mutex_init(&work_lock, NULL);
  pthread_create(&worker, NULL, work, NULL);
  while (!atomic_load(&done)) sched_yield();
  pthread_mutex_destroy(&work_lock);
  pthread_join(worker, NULL);
  return 0;
}
