#include "runtime/services/virtual_timers.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <vector>

#include "runtime/arch/raw_syscall.h"
#include "runtime/engine/scheduler.h"
#include "runtime/system/proc_text.h"

namespace heddle::runtime::virtual_timers {

namespace {

constexpr std::uint64_t kNever = ~0ull;
constexpr int kFirstOwnDescriptor = 500;  // out of the way of the program's own, which are small numbers

struct Timer {
  std::uint64_t event;  // the eventfd, whatever numbers it has
  int own;              // our descriptor of it: the program may close or duplicate its own
  clockid_t clock;
  std::uint64_t deadline = kNever;
  std::uint64_t interval = 0;
};

std::vector<Timer>* timers = nullptr;
std::uint64_t settings = 0;

std::uint64_t event_of(int descriptor) {
  ProcText info("/proc/self/fdinfo/", descriptor);
  const std::string_view text = info.file();
  constexpr std::string_view kId = "eventfd-id: ";
  const std::size_t at = text.find(kId);
  std::uint64_t id = 0;
  if (at == std::string_view::npos) return 0;
  std::from_chars(text.data() + at + kId.size(), text.data() + text.size(), id);
  return id + 1;
}

Timer* find(int descriptor) {
  if (timers->empty()) return nullptr;
  const std::uint64_t event = event_of(descriptor);
  for (Timer& timer : *timers)
    if (event != 0 && timer.event == event) return &timer;
  return nullptr;
}

itimerspec state_of(const Timer& timer) {
  const std::uint64_t now = program().clock.now();
  const std::uint64_t left = timer.deadline == kNever ? 0 : timer.deadline > now ? timer.deadline - now : 1;
  return {to_timespec(timer.interval), to_timespec(left)};
}

bool is_valid(const timespec& time) {
  return time.tv_sec >= 0 && time.tv_nsec >= 0 && time.tv_nsec < 1'000'000'000;
}

}  // namespace

long create(clockid_t clock, int flags) {
  if ((flags & ~(TFD_NONBLOCK | TFD_CLOEXEC)) != 0) return -EINVAL;
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC && clock != CLOCK_BOOTTIME) return -EINVAL;
  static_assert(int{EFD_NONBLOCK} == int{TFD_NONBLOCK} && int{EFD_CLOEXEC} == int{TFD_CLOEXEC});
  const long descriptor = raw_syscall(SYS_eventfd2, 0, flags);
  if (descriptor < 0) return descriptor;
  const long own = raw_syscall(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, kFirstOwnDescriptor);
  if (own < 0) {
    raw_syscall(SYS_close, descriptor);
    return own;
  }
  timers->push_back({event_of(static_cast<int>(descriptor)), static_cast<int>(own), clock});
  return descriptor;
}

long set(int descriptor, int flags, const itimerspec& value, itimerspec* old) {
  if (raw_syscall(SYS_fcntl, descriptor, F_GETFD) < 0) return -EBADF;
  Timer* timer = find(descriptor);
  if (timer == nullptr || !is_valid(value.it_value) || !is_valid(value.it_interval)) return -EINVAL;
  fire();
  if (old != nullptr) *old = state_of(*timer);
  // Expirations that nobody has read are forgotten; one more makes sure that reading does not wait.
  std::uint64_t forgotten = 1;
  raw_syscall(SYS_write, timer->own, &forgotten, sizeof forgotten);
  raw_syscall(SYS_read, timer->own, &forgotten, sizeof forgotten);
  const std::uint64_t duration = nanoseconds(value.it_value);
  timer->interval = nanoseconds(value.it_interval);
  if (duration == 0) {
    timer->deadline = kNever;
  } else if ((flags & TFD_TIMER_ABSTIME) != 0) {
    const std::uint64_t offset = VirtualClock::offset_of(timer->clock);
    timer->deadline = duration > offset ? duration - offset : 0;
  } else {
    timer->deadline = program().clock.now() + duration;
  }
  ++settings;
  return 0;
}

long get(int descriptor, itimerspec& value) {
  if (raw_syscall(SYS_fcntl, descriptor, F_GETFD) < 0) return -EBADF;
  const Timer* timer = find(descriptor);
  if (timer == nullptr) return -EINVAL;
  fire();
  value = state_of(*timer);
  return 0;
}

void fire() {
  const std::uint64_t now = program().clock.now();
  for (Timer& timer : *timers) {
    if (timer.deadline > now) continue;
    const std::uint64_t count = timer.interval == 0 ? 1 : 1 + (now - timer.deadline) / timer.interval;
    raw_syscall(SYS_write, timer.own, &count, sizeof count);
    timer.deadline = timer.interval == 0 ? kNever : timer.deadline + count * timer.interval;
  }
}

std::uint64_t next_deadline() {
  std::uint64_t next = kNever;
  for (const Timer& timer : *timers)
    if (timer.deadline < next) next = timer.deadline;
  return next;
}

std::uint64_t generation() {
  return settings;
}

void begin_execution() {
  if (timers == nullptr) timers = new std::vector<Timer>;
  for (const Timer& timer : *timers) raw_syscall(SYS_close, timer.own);
  timers->clear();
  settings = 0;
}

}  // namespace heddle::runtime::virtual_timers
