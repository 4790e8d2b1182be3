/* pthread_cond_*: waiting, signals, broadcasts, time-outs on both clocks. */
#define _GNU_SOURCE
#include <pthread.h>

#include "check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int stage, passed;

static void* wait_for_stage(void* wanted) {
  pthread_mutex_lock(&mutex);
  while (stage < *(int*)wanted) CHECK(pthread_cond_wait(&changed, &mutex) == 0);
  ++passed;
  CHECK(pthread_cond_signal(&changed) == 0);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  int one = 1, two = 2;
  pthread_t threads[3];
  CHECK(pthread_create(&threads[0], NULL, wait_for_stage, &one) == 0);
  CHECK(pthread_create(&threads[1], NULL, wait_for_stage, &two) == 0);
  CHECK(pthread_create(&threads[2], NULL, wait_for_stage, &two) == 0);
  pthread_mutex_lock(&mutex);
  stage = 2;
  CHECK(pthread_cond_broadcast(&changed) == 0);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < 3; ++i) CHECK(pthread_join(threads[i], NULL) == 0);
  CHECK(passed == 3);

  pthread_mutex_lock(&mutex);
  struct timespec soon = in_milliseconds(CLOCK_REALTIME, 5);
  CHECK(pthread_cond_timedwait(&changed, &mutex, &soon) == ETIMEDOUT);
  soon = in_milliseconds(CLOCK_MONOTONIC, 5);
  CHECK(pthread_cond_clockwait(&changed, &mutex, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
  CHECK(pthread_cond_clockwait(&changed, &mutex, CLOCK_PROCESS_CPUTIME_ID, &soon) == EINVAL);
  CHECK(pthread_cond_timedwait(&changed, &mutex, &kNoTime) == EINVAL);
  CHECK(pthread_mutex_trylock(&mutex) == EBUSY); /* the wait took it again */

  pthread_cond_t monotonic;
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  CHECK(pthread_cond_init(&monotonic, &attributes) == 0);
  soon = in_milliseconds(CLOCK_MONOTONIC, 5);
  CHECK(pthread_cond_timedwait(&monotonic, &mutex, &soon) == ETIMEDOUT);
  CHECK(pthread_cond_destroy(&monotonic) == 0);
  pthread_mutex_unlock(&mutex);
  CHECK(pthread_cond_signal(&changed) == 0); /* nobody waits: lost */
  CHECK(pthread_cond_destroy(&changed) == 0);
  return 0;
}
