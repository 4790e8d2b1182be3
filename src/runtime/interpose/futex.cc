// The `syscall` function: libstdc++ calls it for futexes (std::atomic::wait, latch, barrier, semaphores,
// futures), others for random bytes or for the processor that they run on.
#include <linux/futex.h>
#include <sched.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdarg>

#include "runtime/arch/raw_syscall.h"
#include "runtime/engine/wait_queue.h"
#include "runtime/interpose/interpose.h"
#include "runtime/interpose/priorities.h"
#include "runtime/interpose/random.h"
#include "runtime/memory/heap.h"
#include "runtime/services/irreversible.h"
#include "runtime/services/stray_thread.h"
#include "runtime/system/readable.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

// The kernel's answer to an address where nothing is mapped is EFAULT, not a crash. Most words lie where
// there is no need to ask.
bool is_word(const std::uint32_t* word) {
  const Thread& self = scheduler().current();
  const std::uint64_t address = address_of(word);
  return heap::owns(word) || (address >= self.stack_low && address < self.stack_high) ||
         load_map().module_at(address) >= 0 || is_readable(word, sizeof *word);
}

long futex_wait(std::uint32_t* word, std::uint32_t expected, const timespec* timeout, bool absolute,
                bool realtime, const UserCall& call) {
  Scheduler& engine = scheduler();
  engine.announce(operation_on(OperationKind::kFutexWait, word, call));
  if (!is_word(word)) {
    engine.performed(1);
    return fail_with(EFAULT);
  }
  const bool equal = *word == expected;
  if (equal) wait_queue::enter(engine.current(), address_of(word));
  engine.performed(equal ? 0 : 1);
  if (!equal) return fail_with(EAGAIN);

  const Operation wake = operation_on(OperationKind::kWake, word, call);
  if (timeout == nullptr) {
    engine.announce(wake, &wait_queue::kWoken);
  } else {
    const clockid_t clock = realtime ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    const std::uint64_t deadline =
        absolute ? deadline_of(clock, *timeout) : program().clock.now() + nanoseconds(*timeout);
    engine.announce_timed(wake, wait_queue::kWoken, deadline);
  }
  const bool woken = wait_queue::leave(engine.current());
  engine.performed(woken ? 0 : 1, woken ? Effect::kProgress : Effect::kNone);
  return woken ? 0 : fail_with(ETIMEDOUT);
}

long futex_wake(std::uint32_t* word, std::uint32_t count, const UserCall& call) {
  Scheduler& engine = scheduler();
  engine.announce(operation_on(OperationKind::kFutexWake, word, call));
  std::uint32_t woken = 0;
  if (count >= wait_queue::waiting(address_of(word)))
    woken = static_cast<std::uint32_t>(wait_queue::wake_all(address_of(word)));
  else
    while (woken < count && wait_queue::wake_one(address_of(word))) ++woken;
  engine.performed(woken != 0 ? 0 : 1, woken != 0 ? Effect::kProgress : Effect::kNone);
  return woken;
}

long futex(const long* arguments, const UserCall& call) {
  auto* word = reinterpret_cast<std::uint32_t*>(arguments[0]);
  const int operation = static_cast<int>(arguments[1]);
  const auto value = static_cast<std::uint32_t>(arguments[2]);
  const auto* timeout = reinterpret_cast<const timespec*>(arguments[3]);
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
      return futex_wait(word, value, timeout, false, false, call);
    case FUTEX_WAIT_BITSET:
      return futex_wait(word, value, timeout, true, (operation & FUTEX_CLOCK_REALTIME) != 0, call);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
      return futex_wake(word, value, call);
    default:
      return fail_with(ENOSYS);
  }
}

bool gives_random_bytes(long number, const long* arguments) {
  return number == SYS_getrandom || (number == SYS_read && is_random_device(static_cast<int>(arguments[0])));
}

}  // namespace

extern "C" long syscall(long number, ...) {
  long arguments[6];
  va_list list;
  va_start(list, number);
  for (long& argument : arguments) argument = va_arg(list, long);
  va_end(list);
  if (hot.active && (number == SYS_clone || number == SYS_clone3)) hot.thread_pointer_is_shared = true;
  if (hot.active && number == SYS_futex) return futex(arguments, user_call(HEDDLE_CALL_SITE));
  if (hot.active && number == SYS_getcpu)
    return getcpu(reinterpret_cast<unsigned*>(arguments[0]), reinterpret_cast<unsigned*>(arguments[1]));
  if (hot.active && number == SYS_gettid) return gettid();
  if (hot.active && number == SYS_tgkill)
    return tgkill(static_cast<pid_t>(arguments[0]), static_cast<pid_t>(arguments[1]),
                  static_cast<int>(arguments[2]));
  if (hot.active && number == SYS_tkill)
    return tgkill(getpid(), static_cast<pid_t>(arguments[0]), static_cast<int>(arguments[1]));
  if (int error = 0; hot.active && answer_about_thread(number, arguments, error)) return as_result(error);
  note_changed_descriptors();  // perhaps
  const long result =
      raw_syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
  if (hot.active && gives_random_bytes(number, arguments))
    replace_random(reinterpret_cast<void*>(arguments[number == SYS_getrandom ? 0 : 1]), result);
  return result < 0 && result > -4096 ? fail_with(static_cast<int>(-result)) : result;
}
