/* CHECK(condition): ends the program with a line on standard error when the condition does not hold. The
   programs of this folder know nothing of Heddle: what they check holds natively, on every schedule. */
#ifndef CHECK_H
#define CHECK_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define CHECK(condition)                                                            \
  do {                                                                              \
    if (!(condition)) {                                                             \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      abort();                                                                      \
    }                                                                               \
  } while (0)

/* A point in time of the clock, so many milliseconds from now. */
static inline struct timespec in_milliseconds(clockid_t clock, long milliseconds) {
  struct timespec time;
  clock_gettime(clock, &time);
  time.tv_sec += milliseconds / 1000;
  time.tv_nsec += milliseconds % 1000 * 1000000;
  if (time.tv_nsec >= 1000000000) {
    time.tv_nsec -= 1000000000;
    ++time.tv_sec;
  }
  return time;
}

static const struct timespec kNoTime = {0, 1000000000}; /* not a time at all */

#endif
