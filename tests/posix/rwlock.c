/* pthread_rwlock_*: sharing, excluding, both preferences, try and timed variants. */
#define _GNU_SOURCE
#include <pthread.h>

#include "check.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value, copy;

static void* read_twice(void* unused) {
  (void)unused;
  CHECK(pthread_rwlock_rdlock(&lock) == 0);
  CHECK(pthread_rwlock_tryrdlock(&lock) == 0); /* readers share, even with themselves */
  CHECK(value == copy);
  CHECK(pthread_rwlock_trywrlock(&lock) == EBUSY);
  CHECK(pthread_rwlock_unlock(&lock) == 0);
  CHECK(pthread_rwlock_unlock(&lock) == 0);
  return NULL;
}

static void* write_both(void* unused) {
  (void)unused;
  CHECK(pthread_rwlock_wrlock(&lock) == 0);
  ++value;
  ++copy;
  CHECK(pthread_rwlock_unlock(&lock) == 0);
  return NULL;
}

static void* find_it_written(void* unused) {
  (void)unused;
  struct timespec soon = in_milliseconds(CLOCK_REALTIME, 5);
  CHECK(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  CHECK(pthread_rwlock_trywrlock(&lock) == EBUSY);
  CHECK(pthread_rwlock_timedrdlock(&lock, &soon) == ETIMEDOUT);
  CHECK(pthread_rwlock_timedwrlock(&lock, &soon) == ETIMEDOUT);
  soon = in_milliseconds(CLOCK_MONOTONIC, 5);
  CHECK(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
  CHECK(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
  CHECK(pthread_rwlock_clockwrlock(&lock, CLOCK_PROCESS_CPUTIME_ID, &soon) == EINVAL);
  return NULL;
}

static void run(void* (*functions[])(void*), int count) {
  pthread_t threads[4];
  for (int i = 0; i < count; ++i) CHECK(pthread_create(&threads[i], NULL, functions[i], NULL) == 0);
  for (int i = 0; i < count; ++i) CHECK(pthread_join(threads[i], NULL) == 0);
}

int main(void) {
  void* (*mixed[])(void*) = {read_twice, write_both, read_twice};
  run(mixed, 3);
  CHECK(value == 1 && copy == 1);

  CHECK(pthread_rwlock_wrlock(&lock) == 0);
  CHECK(pthread_rwlock_rdlock(&lock) == EDEADLK);
  CHECK(pthread_rwlock_wrlock(&lock) == EDEADLK);
  void* (*other[])(void*) = {find_it_written};
  run(other, 1);
  CHECK(pthread_rwlock_unlock(&lock) == 0);
  CHECK(pthread_rwlock_destroy(&lock) == 0);

  pthread_rwlockattr_t attributes;
  pthread_rwlockattr_init(&attributes);
  CHECK(pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) == 0);
  CHECK(pthread_rwlock_init(&lock, &attributes) == 0);
  void* (*writers[])(void*) = {write_both, write_both};
  run(writers, 2);
  CHECK(value == 3 && copy == 3);
  CHECK(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
