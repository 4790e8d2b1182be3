/* Clocks go forward, sleeps last at least as long as asked for, polling ends. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"  // what is wrong here is wrong on purpose
#endif
#include <pthread.h>
#include <sched.h>
#include <sys/random.h>
#include <sys/time.h>
#include <unistd.h>

#include "check.h"

static long long nanoseconds(clockid_t clock) {
  struct timespec now;
  CHECK(clock_gettime(clock, &now) == 0);
  return now.tv_sec * 1000000000ll + now.tv_nsec;
}

static void* sleep_long(void* unused) {
  const long long before = nanoseconds(CLOCK_MONOTONIC);
  const struct timespec duration = {0, 400000000};
  CHECK(clock_nanosleep(CLOCK_MONOTONIC, 0, &duration, NULL) == 0);
  CHECK(nanoseconds(CLOCK_MONOTONIC) - before >= 400000000);
  return unused;
}

int main(void) {
  const time_t first = time(NULL);
  struct timeval day;
  CHECK(gettimeofday(&day, NULL) == 0 && day.tv_sec >= first);
  long long before = nanoseconds(CLOCK_MONOTONIC);
  CHECK(usleep(3000) == 0);
  CHECK(nanoseconds(CLOCK_MONOTONIC) - before >= 3000000);
  const struct timespec until = in_milliseconds(CLOCK_REALTIME, 3);
  CHECK(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, NULL) == 0);
  CHECK(nanoseconds(CLOCK_REALTIME) >= until.tv_sec * 1000000000ll + until.tv_nsec);
  CHECK(clock_nanosleep(CLOCK_REALTIME, 0, &kNoTime, NULL) == EINVAL);
  CHECK(nanosleep(&kNoTime, NULL) == -1 && errno == EINVAL);

  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, sleep_long, NULL) == 0);
  CHECK(usleep(1000) == 0);
  CHECK(pthread_join(thread, NULL) == 0);

  while (time(NULL) < first + 1) sched_yield(); /* a polling loop ends */
  CHECK(sleep(0) == 0);
  unsigned char bytes[16];
  CHECK(getrandom(bytes, sizeof bytes, 0) == sizeof bytes && getentropy(bytes, sizeof bytes) == 0);
  CHECK(getrandom((void*)1, sizeof bytes, 0) == -1 && errno == EFAULT);
  CHECK(getrandom(bytes, sizeof bytes, ~0u) == -1 && errno == EINVAL);
  CHECK(getentropy(bytes, 257) == -1 && errno == EIO);
  return 0;
}
