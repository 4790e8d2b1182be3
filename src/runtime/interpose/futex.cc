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
    engine.announce(wake, &wait_queue::when_woken);
  } else {
    const clockid_t clock = realtime ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    const std::uint64_t deadline =
        absolute ? deadline_of(clock, *timeout) : program().clock.now() + nanoseconds(*timeout);
    engine.announce_timed(wake, wait_queue::when_woken, deadline);
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

// One step changes a second word and says whether those who wait there are woken, too (futex(2)).
long futex_wake_op(const long* arguments, const UserCall& call) {
  auto* word = reinterpret_cast<std::uint32_t*>(arguments[0]);
  auto* other = reinterpret_cast<std::int32_t*>(arguments[4]);
  const auto encoded = static_cast<std::uint32_t>(arguments[5]);
  if (!is_word(word) || !is_word(reinterpret_cast<std::uint32_t*>(other))) return fail_with(EFAULT);
  const auto part = [&](int shift, std::uint32_t bits) { return (encoded >> shift) & ((1U << bits) - 1); };
  const auto extended = [](std::uint32_t value) { return static_cast<std::int32_t>(value << 20) >> 20; };
  std::int32_t operand = extended(part(12, 12));
  if ((part(28, 4) & FUTEX_OP_OPARG_SHIFT) != 0) operand = static_cast<std::int32_t>(1U << (operand & 31));
  std::int32_t before = 0;
  switch (part(28, 3)) {
    case FUTEX_OP_SET:
      before = __atomic_exchange_n(other, operand, __ATOMIC_SEQ_CST);
      break;
    case FUTEX_OP_ADD:
      before = __atomic_fetch_add(other, operand, __ATOMIC_SEQ_CST);
      break;
    case FUTEX_OP_OR:
      before = __atomic_fetch_or(other, operand, __ATOMIC_SEQ_CST);
      break;
    case FUTEX_OP_ANDN:
      before = __atomic_fetch_and(other, ~operand, __ATOMIC_SEQ_CST);
      break;
    case FUTEX_OP_XOR:
      before = __atomic_fetch_xor(other, operand, __ATOMIC_SEQ_CST);
      break;
    default:
      return fail_with(ENOSYS);
  }
  const std::int32_t compared = extended(part(0, 12));
  bool holds = false;
  switch (part(24, 4)) {
    case FUTEX_OP_CMP_EQ:
      holds = before == compared;
      break;
    case FUTEX_OP_CMP_NE:
      holds = before != compared;
      break;
    case FUTEX_OP_CMP_LT:
      holds = before < compared;
      break;
    case FUTEX_OP_CMP_LE:
      holds = before <= compared;
      break;
    case FUTEX_OP_CMP_GT:
      holds = before > compared;
      break;
    case FUTEX_OP_CMP_GE:
      holds = before >= compared;
      break;
    default:
      return fail_with(ENOSYS);
  }
  const long woken = futex_wake(word, static_cast<std::uint32_t>(arguments[2]), call);
  if (!holds) return woken;
  return woken +
         futex_wake(reinterpret_cast<std::uint32_t*>(other), static_cast<std::uint32_t>(arguments[3]), call);
}

// Those who would be moved to another word wake up: waits may end without a reason.
long futex_requeue(const long* arguments, bool compares, const UserCall& call) {
  auto* word = reinterpret_cast<std::uint32_t*>(arguments[0]);
  if (!is_word(word)) return fail_with(EFAULT);
  if (compares && *word != static_cast<std::uint32_t>(arguments[5])) return fail_with(EAGAIN);
  const auto woken = static_cast<std::uint32_t>(arguments[2]),
             moved = static_cast<std::uint32_t>(arguments[3]);
  return futex_wake(word, woken > ~moved ? ~0U : woken + moved, call);
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
    case FUTEX_WAKE_OP:
      return futex_wake_op(arguments, call);
    case FUTEX_REQUEUE:
    case FUTEX_CMP_REQUEUE:
      return futex_requeue(arguments, (operation & FUTEX_CMD_MASK) == FUTEX_CMP_REQUEUE, call);
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
