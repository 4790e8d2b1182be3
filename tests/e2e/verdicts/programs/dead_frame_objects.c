// The frame that is gone holds an object of the system's: a worker comes to it when the function that made it
// may have returned.
//
// run: mutex => stack-error
// run: condition => stack-error
// run: semaphore => stack-error
// run: rwlock => stack-error
// run: spin => stack-error
// run: barrier => stack-error
// options: --executions 300
// says: in\s+the\s+frame\s+of\s+lend_
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>

static const char* kind;
static _Atomic(void*) lent;

static void* use_object(void* unused) {
  void* object = atomic_load(&lent);
  if (object == NULL) return unused;
  if (strcmp(kind, "mutex") == 0) pthread_mutex_lock(object);
  if (strcmp(kind, "condition") == 0) pthread_cond_signal(object);
  if (strcmp(kind, "semaphore") == 0) sem_post(object);
  if (strcmp(kind, "rwlock") == 0) pthread_rwlock_rdlock(object);
  if (strcmp(kind, "spin") == 0) pthread_spin_lock(object);
  if (strcmp(kind, "barrier") == 0) pthread_barrier_wait(object);
  return unused;
}

__attribute__((noinline)) static void lend_mutex(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  atomic_store(&lent, &mutex);
}
__attribute__((noinline)) static void lend_condition(void) {
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  atomic_store(&lent, &condition);
}
__attribute__((noinline)) static void lend_semaphore(void) {
  sem_t semaphore;
  sem_init(&semaphore, 0, 0);
  atomic_store(&lent, &semaphore);
}
__attribute__((noinline)) static void lend_rwlock(void) {
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  atomic_store(&lent, &lock);
}
__attribute__((noinline)) static void lend_spin(void) {
  pthread_spinlock_t lock;
  pthread_spin_init(&lock, 0);
  atomic_store(&lent, (void*)&lock);
}
__attribute__((noinline)) static void lend_barrier(void) {
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, NULL, 1);
  atomic_store(&lent, &barrier);
}

int main(int count, char** arguments) {
  (void)count;
  kind = arguments[1];
  pthread_t worker;
  pthread_create(&worker, NULL, use_object, NULL);
  if (strcmp(kind, "mutex") == 0) lend_mutex();
  if (strcmp(kind, "condition") == 0) lend_condition();
  if (strcmp(kind, "semaphore") == 0) lend_semaphore();
  if (strcmp(kind, "rwlock") == 0) lend_rwlock();
  if (strcmp(kind, "spin") == 0) lend_spin();
  if (strcmp(kind, "barrier") == 0) lend_barrier();
  pthread_join(worker, NULL);
}
