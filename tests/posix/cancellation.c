/* pthread_cancel: every kind of cancellation point, states, cleanup handlers. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

#include "check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static sem_t nothing, ready;
static pthread_t endless;
static int cleaned;

static void clean(void* unused) {
  (void)unused;
  CHECK(pthread_mutex_trylock(&mutex) == EBUSY); /* the wait took it again before it was cancelled */
  ++cleaned;
  pthread_mutex_unlock(&mutex);
}

static void* in_condition(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(clean, NULL);
  for (;;) pthread_cond_wait(&never, &mutex);
  pthread_cleanup_pop(0);
  return unused;
}

static void* in_timed_condition(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(clean, NULL);
  for (;;) {
    const struct timespec later = in_milliseconds(CLOCK_REALTIME, 1000000);
    pthread_cond_timedwait(&never, &mutex, &later);
  }
  pthread_cleanup_pop(0);
  return unused;
}

static void* in_semaphore(void* unused) {
  for (;;) sem_wait(&nothing);
  return unused;
}
static void* in_join(void* unused) {
  pthread_join(endless, NULL);
  return unused;
}
static void* in_sleep(void* unused) {
  for (;;) sleep(1000);
  return unused;
}
static void* in_pause(void* unused) {
  for (;;) pause();
  return unused;
}
static void* in_sigwait(void* unused) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  int signal;
  for (;;) sigwait(&set, &signal);
  return unused;
}
static void* in_test(void* unused) {
  for (;;) pthread_testcancel();
  return unused;
}

static void* not_yet(void* unused) {
  int before = -1;
  CHECK(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before) == 0 && before == PTHREAD_CANCEL_ENABLE);
  CHECK(sem_post(&ready) == 0);
  CHECK(sem_wait(&nothing) == 0); /* after the request: not a cancellation point now */
  CHECK(pthread_setcancelstate(7, NULL) == EINVAL);
  CHECK(pthread_setcancelstate(before, NULL) == 0);
  pthread_testcancel();
  CHECK(0);
  return unused;
}

static void* at_any_time(void* unused) {
  int before = -1;
  CHECK(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before) == 0 &&
        before == PTHREAD_CANCEL_DEFERRED);
  CHECK(pthread_setcanceltype(7, NULL) == EINVAL);
  for (;;) pthread_testcancel();
  return unused;
}

static void expect_cancelled(pthread_t thread) {
  void* result = NULL;
  CHECK(pthread_join(thread, &result) == 0);
  CHECK(result == PTHREAD_CANCELED);
}

int main(void) {
  CHECK(sem_init(&nothing, 0, 0) == 0 && sem_init(&ready, 0, 0) == 0);
  CHECK(pthread_create(&endless, NULL, in_pause, NULL) == 0);
  void* (*functions[])(void*) = {in_condition, in_timed_condition, in_semaphore, in_join,
                                 in_sleep,     in_sigwait,         in_test,      at_any_time};
  enum { kCount = sizeof functions / sizeof *functions };
  pthread_t threads[kCount];
  for (int i = 0; i < kCount; ++i) CHECK(pthread_create(&threads[i], NULL, functions[i], NULL) == 0);
  for (int i = 0; i < kCount; ++i) CHECK(pthread_cancel(threads[i]) == 0);
  for (int i = 0; i < kCount; ++i) expect_cancelled(threads[i]);
  CHECK(pthread_cancel(endless) == 0);
  expect_cancelled(endless);

  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, not_yet, NULL) == 0);
  CHECK(sem_wait(&ready) == 0);
  CHECK(pthread_cancel(thread) == 0);
  CHECK(sem_post(&nothing) == 0);
  expect_cancelled(thread);
  CHECK(pthread_mutex_trylock(&mutex) == 0);
  return cleaned <= 2 ? 0 : 1; /* a thread that was cancelled before it waited has cleaned nothing */
}
