// Timers that a descriptor shows (timerfd), in virtual time. The descriptor is an eventfd: reading it gives
// the number of expirations and sets it back, exactly as reading a timerfd does, and the kernel's own poll
// and epoll work with it.
#pragma once

#include <cstdint>
#include <ctime>

namespace heddle::runtime::virtual_timers {

// A descriptor, or a negative error.
long create(clockid_t clock, int flags);
// 0, or a negative error: -EINVAL for a descriptor that is no timer.
long set(int descriptor, int flags, const itimerspec& value, itimerspec* old);
long get(int descriptor, itimerspec& value);

// Counts what is due by now.
void fire();
// When the next one is due; the end of time when none is armed.
std::uint64_t next_deadline();
// Grows whenever a timer is set: whoever waits has to look at next_deadline() again.
std::uint64_t generation();

void begin_execution();

}  // namespace heddle::runtime::virtual_timers
