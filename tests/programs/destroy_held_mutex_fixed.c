/* The repaired twin of destroy_held_mutex: main destroys the mutex that a worker used.
 * Main joins the worker first; "done" alone does not mean that the worker has left the mutex. */
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
  pthread_join(worker, NULL);
  return pthread_mutex_destroy(&work_lock);
}
