/* C11's <threads.h>. */
#include <threads.h>

#include "check.h"

static mtx_t mutex;
static cnd_t changed;
static tss_t key;
static once_flag once = ONCE_FLAG_INIT;
static int ready, sum, initialised, destroyed;

static void initialise(void) {
  ++initialised;
}
static void destroy(void* value) {
  mtx_lock(&mutex);
  destroyed += *(int*)value;
  mtx_unlock(&mutex);
}

static int work(void* argument) {
  int* amount = argument;
  call_once(&once, initialise);
  CHECK(tss_set(key, amount) == thrd_success);
  CHECK(mtx_lock(&mutex) == thrd_success);
  while (!ready) CHECK(cnd_wait(&changed, &mutex) == thrd_success);
  sum += *amount;
  CHECK(cnd_signal(&changed) == thrd_success);
  CHECK(mtx_unlock(&mutex) == thrd_success);
  thrd_yield();
  return *amount;
}

static int leave(void* unused) {
  (void)unused;
  thrd_exit(77);
}

static int find_it_locked(void* unused) {
  (void)unused;
  const struct timespec soon = in_milliseconds(CLOCK_REALTIME, 5);
  CHECK(mtx_trylock(&mutex) == thrd_busy);
  CHECK(mtx_timedlock(&mutex, &soon) == thrd_timedout);
  return 0;
}

int main(void) {
  static int one = 1, two = 2;  // the last thread outlives main
  int result = 0;
  thrd_t threads[2], other;
  CHECK(mtx_init(&mutex, mtx_timed) == thrd_success && cnd_init(&changed) == thrd_success);
  CHECK(tss_create(&key, destroy) == thrd_success);
  CHECK(thrd_create(&threads[0], work, &one) == thrd_success);
  CHECK(thrd_create(&threads[1], work, &two) == thrd_success);
  mtx_lock(&mutex);
  ready = 1;
  CHECK(cnd_broadcast(&changed) == thrd_success);
  mtx_unlock(&mutex);
  CHECK(thrd_join(threads[0], &result) == thrd_success && result == 1);
  CHECK(thrd_join(threads[1], &result) == thrd_success && result == 2);
  CHECK(sum == 3 && initialised == 1 && destroyed == 3);

  CHECK(thrd_create(&other, leave, NULL) == thrd_success);
  CHECK(thrd_join(other, &result) == thrd_success && result == 77);
  mtx_lock(&mutex);
  CHECK(thrd_create(&other, find_it_locked, NULL) == thrd_success);
  CHECK(thrd_join(other, NULL) == thrd_success);
  const struct timespec soon = in_milliseconds(CLOCK_REALTIME, 5), moment = {0, 1000000};
  CHECK(cnd_timedwait(&changed, &mutex, &soon) == thrd_timedout);
  mtx_unlock(&mutex);
  CHECK(thrd_sleep(&moment, NULL) == 0);
  CHECK(thrd_equal(thrd_current(), thrd_current()));
  CHECK(thrd_create(&other, work, &one) == thrd_success);
  CHECK(thrd_detach(other) == thrd_success);

  mtx_t recursive;
  CHECK(mtx_init(&recursive, mtx_plain | mtx_recursive) == thrd_success);
  CHECK(mtx_lock(&recursive) == thrd_success && mtx_lock(&recursive) == thrd_success);
  CHECK(mtx_unlock(&recursive) == thrd_success && mtx_unlock(&recursive) == thrd_success);
  mtx_destroy(&recursive);
  cnd_t unused;
  CHECK(cnd_init(&unused) == thrd_success);
  cnd_destroy(&unused);
  tss_t second;
  CHECK(tss_create(&second, NULL) == thrd_success);
  tss_delete(second);
  return 0;
}
