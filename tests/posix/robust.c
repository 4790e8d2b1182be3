/* Robust mutexes: an owner that ends without unlocking. */
#include <pthread.h>

#include "check.h"

static pthread_mutex_t mutex;

static void* lock_and_end(void* unused) {
  (void)unused;
  CHECK(pthread_mutex_lock(&mutex) == 0);
  return NULL;
}

static void leave_locked(void) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, lock_and_end, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  CHECK(pthread_mutex_init(&mutex, &attributes) == 0);
  CHECK(pthread_mutex_consistent(&mutex) == EINVAL);

  leave_locked();
  CHECK(pthread_mutex_lock(&mutex) == EOWNERDEAD);
  CHECK(pthread_mutex_consistent(&mutex) == 0);
  CHECK(pthread_mutex_unlock(&mutex) == 0);
  CHECK(pthread_mutex_lock(&mutex) == 0);
  CHECK(pthread_mutex_unlock(&mutex) == 0);

  leave_locked();
  CHECK(pthread_mutex_trylock(&mutex) == EOWNERDEAD);
  CHECK(pthread_mutex_unlock(&mutex) == 0); /* without having made it consistent */
  CHECK(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
  CHECK(pthread_mutex_destroy(&mutex) == 0);
  return 0;
}
