// Sleeping, yielding, and asking for the time: all of it virtual.
#include <cerrno>

#include "runtime/interpose/interpose.h"
#include "runtime/services/stray_thread.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

bool never_ready(const Thread&) {
  return false;
}
constexpr Condition kDeadlineOnly{never_ready, nullptr};

std::uint64_t read_clock(clockid_t clock) {
  stray::check(kNoSite);
  return scheduler().read_clock() + VirtualClock::offset_of(clock);
}

// Sleeps for a time, or until a handler has run. Returns what is left then, at least one nanosecond; 0: all
// was slept.
std::uint64_t sleep_for(std::uint64_t duration, SiteId site) {
  const std::uint64_t deadline = program().clock.now() + duration;
  if (sleep_until(deadline, site)) return 0;
  const std::uint64_t now = program().clock.now();
  return now < deadline ? deadline - now : 1;
}

}  // namespace

namespace heddle::runtime {

bool sleep_until(std::uint64_t deadline, SiteId site) {
  cancellation_point();
  const Waited waited = scheduler().wait(
      {OperationKind::kSleep, 0, kNoThread, site, kNoLocation, 0},
      {.condition = kDeadlineOnly, .deadline = &deadline, .interruptible = true, .cancellable = true});
  scheduler().performed();
  if (waited == Waited::kCancelled) act_on_cancellation();
  return waited == Waited::kTimedOut;
}

}  // namespace heddle::runtime

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
  const std::uint64_t left = sleep_for(nanoseconds(*duration), user_site(HEDDLE_CALL_SITE));
  if (remaining != nullptr) *remaining = to_timespec(left);
  if (left == 0) return 0;
  errno = EINTR;
  return -1;
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* remaining) {
  if (!hot.active) return real().clock_nanosleep(clock, flags, time, remaining);
  if (!is_valid(*time) || time->tv_sec < 0) return EINVAL;
  const SiteId site = user_site(HEDDLE_CALL_SITE);
  if ((flags & TIMER_ABSTIME) != 0) return sleep_until(deadline_of(clock, *time), site) ? 0 : EINTR;
  const std::uint64_t left = sleep_for(nanoseconds(*time), site);
  if (remaining != nullptr) *remaining = to_timespec(left);
  return left == 0 ? 0 : EINTR;
}

int usleep(useconds_t duration) {
  if (!hot.active) return real().usleep(duration);
  if (sleep_for(duration * 1000ull, user_site(HEDDLE_CALL_SITE)) == 0) return 0;
  errno = EINTR;
  return -1;
}

unsigned sleep(unsigned seconds) {
  if (!hot.active) return real().sleep(seconds);
  const std::uint64_t left = sleep_for(seconds * VirtualClock::kSecond, user_site(HEDDLE_CALL_SITE));
  return static_cast<unsigned>((left + VirtualClock::kSecond - 1) / VirtualClock::kSecond);
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
