// timerfd, in virtual time.
#include <sys/timerfd.h>
#include <cerrno>

#include "runtime/interpose/descriptors.h"
#include "runtime/services/virtual_timers.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

int answer(long result) {
  return result < 0 ? fail_with(static_cast<int>(-result)) : static_cast<int>(result);
}

}  // namespace

extern "C" {

int timerfd_create(clockid_t clock, int flags) noexcept {
  return hot.active ? answer(virtual_timers::create(clock, flags)) : real().timerfd_create(clock, flags);
}

int timerfd_settime(int descriptor, int flags, const itimerspec* value, itimerspec* old) noexcept {
  if (!hot.active) return real().timerfd_settime(descriptor, flags, value, old);
  outside::announce(outside::operation(OperationKind::kSend, user_site(HEDDLE_CALL_SITE)));
  const long result = virtual_timers::set(descriptor, flags, *value, old);
  outside::performed(result < 0 ? 1 : 0, Effect::kProgress);
  return answer(result);
}

int timerfd_gettime(int descriptor, itimerspec* value) noexcept {
  if (!hot.active) return real().timerfd_gettime(descriptor, value);
  return answer(virtual_timers::get(descriptor, *value));
}

}  // extern "C"
