/* sem_*: counting, trying, time-outs on both clocks, overflow. */
#define _GNU_SOURCE
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

#include "check.h"

static sem_t items;

static void* produce(void* unused) {
  (void)unused;
  for (int i = 0; i < 2; ++i) CHECK(sem_post(&items) == 0);
  return NULL;
}

int main(void) {
  CHECK(sem_init(&items, 0, 0) == 0);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) CHECK(pthread_create(&threads[i], NULL, produce, NULL) == 0);
  for (int i = 0; i < 4; ++i) CHECK(sem_wait(&items) == 0);
  for (int i = 0; i < 2; ++i) CHECK(pthread_join(threads[i], NULL) == 0);

  CHECK(sem_trywait(&items) == -1 && errno == EAGAIN);
  struct timespec soon = in_milliseconds(CLOCK_REALTIME, 5);
  CHECK(sem_timedwait(&items, &soon) == -1 && errno == ETIMEDOUT);
  soon = in_milliseconds(CLOCK_MONOTONIC, 5);
  CHECK(sem_clockwait(&items, CLOCK_MONOTONIC, &soon) == -1 && errno == ETIMEDOUT);
  CHECK(sem_clockwait(&items, CLOCK_PROCESS_CPUTIME_ID, &soon) == -1 && errno == EINVAL);
  CHECK(sem_timedwait(&items, &kNoTime) == -1 && errno == EINVAL);
  CHECK(sem_post(&items) == 0);
  CHECK(sem_trywait(&items) == 0);
  int value = -1;
  CHECK(sem_getvalue(&items, &value) == 0 && value == 0);
  CHECK(sem_destroy(&items) == 0);
  CHECK(sem_init(&items, 0, SEM_VALUE_MAX) == 0);
  CHECK(sem_post(&items) == -1 && errno == EOVERFLOW);
  return 0;
}
