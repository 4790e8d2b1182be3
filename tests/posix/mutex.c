/* pthread_mutex_*: kinds, try, timed and clock variants, error codes. */
#define _GNU_SOURCE
#include <pthread.h>

#include "check.h"

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* add(void* unused) {
  (void)unused;
  for (int i = 0; i < 3; ++i) {
    CHECK(pthread_mutex_lock(&normal) == 0);
    ++counter;
    CHECK(pthread_mutex_unlock(&normal) == 0);
  }
  return NULL;
}

static void* find_it_locked(void* mutex) {
  struct timespec soon = in_milliseconds(CLOCK_REALTIME, 5);
  CHECK(pthread_mutex_trylock(mutex) == EBUSY);
  CHECK(pthread_mutex_timedlock(mutex, &soon) == ETIMEDOUT);
  soon = in_milliseconds(CLOCK_MONOTONIC, 5);
  CHECK(pthread_mutex_clocklock(mutex, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
  CHECK(pthread_mutex_clocklock(mutex, CLOCK_PROCESS_CPUTIME_ID, &soon) == EINVAL);
  CHECK(pthread_mutex_timedlock(mutex, &kNoTime) == EINVAL);
  return NULL;
}

static void init(pthread_mutex_t* mutex, int kind) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, kind);
  CHECK(pthread_mutex_init(mutex, &attributes) == 0);
  pthread_mutexattr_destroy(&attributes);
}

static void* unlock_of_another(void* mutex) {
  CHECK(pthread_mutex_unlock(mutex) == EPERM);
  return NULL;
}

static void in_another_thread(void* (*function)(void*), void* argument) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, function, argument) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) CHECK(pthread_create(&threads[i], NULL, add, NULL) == 0);
  for (int i = 0; i < 2; ++i) CHECK(pthread_join(threads[i], NULL) == 0);
  CHECK(counter == 6);

  CHECK(pthread_mutex_lock(&normal) == 0);
  in_another_thread(find_it_locked, &normal);
  CHECK(pthread_mutex_unlock(&normal) == 0);
  CHECK(pthread_mutex_timedlock(&normal, &kNoTime) == 0); /* free: the time is not looked at */
  CHECK(pthread_mutex_unlock(&normal) == 0);

  pthread_mutex_t checking;
  init(&checking, PTHREAD_MUTEX_ERRORCHECK);
  CHECK(pthread_mutex_unlock(&checking) == EPERM);
  CHECK(pthread_mutex_lock(&checking) == 0);
  CHECK(pthread_mutex_lock(&checking) == EDEADLK);
  CHECK(pthread_mutex_trylock(&checking) == EBUSY);
  in_another_thread(unlock_of_another, &checking);
  CHECK(pthread_mutex_unlock(&checking) == 0);
  CHECK(pthread_mutex_destroy(&checking) == 0);

  pthread_mutex_t recursive;
  init(&recursive, PTHREAD_MUTEX_RECURSIVE);
  CHECK(pthread_mutex_lock(&recursive) == 0);
  CHECK(pthread_mutex_trylock(&recursive) == 0);
  CHECK(pthread_mutex_lock(&recursive) == 0);
  CHECK(pthread_mutex_unlock(&recursive) == 0);
  CHECK(pthread_mutex_unlock(&recursive) == 0);
  in_another_thread(find_it_locked, &recursive);
  CHECK(pthread_mutex_unlock(&recursive) == 0);
  CHECK(pthread_mutex_destroy(&recursive) == 0);
  return 0;
}
