// Sleeping, yielding, and asking for the time: all of it virtual.
#include <cerrno>

#include "runtime/interpose/interpose.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

bool never(const Thread&) { return false; }
constexpr Condition kDeadlineOnly{never, nullptr};

void sleep_until(std::uint64_t deadline, SiteId site) {
  scheduler().announce_timed({OperationKind::kSleep, 0, kNoThread, site, kNoLocation, 0}, kDeadlineOnly, deadline);
  scheduler().performed();
}

void sleep_for(std::uint64_t duration, SiteId site) { sleep_until(scheduler().clock.now() + duration, site); }

std::uint64_t read_clock(clockid_t clock) { return scheduler().clock.read() + VirtualClock::offset_of(clock); }

}  // namespace

extern "C" {

int sched_yield() {
  if (!hot.active) return real().sched_yield();
  scheduler().announce({OperationKind::kYield, 0, kNoThread, user_site(HEDDLE_CALL_SITE), kNoLocation, 0});
  scheduler().performed();
  return 0;
}

int nanosleep(const timespec* duration, timespec* remaining) {
  if (!hot.active) return real().nanosleep(duration, remaining);
  if (!is_valid(*duration) || duration->tv_sec < 0) {
    errno = EINVAL;
    return -1;
  }
  sleep_for(nanoseconds(*duration), user_site(HEDDLE_CALL_SITE));
  if (remaining != nullptr) *remaining = {};
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* remaining) {
  if (!hot.active) return real().clock_nanosleep(clock, flags, time, remaining);
  if (!is_valid(*time) || time->tv_sec < 0) return EINVAL;
  const SiteId site = user_site(HEDDLE_CALL_SITE);
  if ((flags & TIMER_ABSTIME) != 0) {
    sleep_until(deadline_of(clock, *time), site);
  } else {
    sleep_for(nanoseconds(*time), site);
    if (remaining != nullptr) *remaining = {};
  }
  return 0;
}

int usleep(useconds_t duration) {
  if (!hot.active) return real().usleep(duration);
  sleep_for(duration * 1000ull, user_site(HEDDLE_CALL_SITE));
  return 0;
}

unsigned sleep(unsigned seconds) {
  if (!hot.active) return real().sleep(seconds);
  sleep_for(seconds * VirtualClock::kSecond, user_site(HEDDLE_CALL_SITE));
  return 0;
}

int clock_gettime(clockid_t clock, timespec* time) {
  if (!hot.active) return real().clock_gettime(clock, time);
  *time = to_timespec(read_clock(clock));
  return 0;
}

int gettimeofday(timeval* __restrict time, void* __restrict zone) {
  if (!hot.active) return real().gettimeofday(time, zone);
  const timespec now = to_timespec(read_clock(CLOCK_REALTIME));
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t* result) {
  if (!hot.active) return real().time(result);
  const time_t now = to_timespec(read_clock(CLOCK_REALTIME)).tv_sec;
  if (result != nullptr) *result = now;
  return now;
}

}  // extern "C"
