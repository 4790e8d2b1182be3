// Signals that the program sends: to a thread or to itself they are delivered by us (signal_state.h), to
// other processes by the kernel. In a handler, sending is no scheduling point.
#include <unistd.h>
#include <cerrno>
#include <csignal>

#include "runtime/arch/raw_syscall.h"
#include "runtime/interpose/interpose.h"
#include "runtime/services/handlers.h"
#include "runtime/services/kernel_ids.h"
#include "runtime/services/outside.h"
#include "runtime/services/signal_state.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

siginfo_t sent_by_us(int signal, int code) {
  siginfo_t info{};
  info.si_signo = signal;
  info.si_code = code;
  info.si_pid = getpid();
  info.si_uid = getuid();
  return info;
}

// 0, or an error number.
int send_to_thread(Thread* target, siginfo_t info, SiteId site) {
  const int signal = info.si_signo;
  if (target == nullptr) return ESRCH;
  if (signal == 0) return 0;
  if (!signals::is_valid(signal)) return EINVAL;
  if (signals::in_handler()) {
    if (!target->finished) signals::send_to_thread(*target, info, site);
    return 0;
  }
  Scheduler& engine = scheduler();
  engine.announce({OperationKind::kSendSignal, 0, target->id, site, kNoLocation, signals::kAddress});
  if (target->finished) {
    engine.performed(target->id);
    return 0;  // not joined yet: the signal is lost
  }
  engine.performed(target->id, Effect::kProgress);
  signals::send_to_thread(*target, info, site);
  outside::look_again();
  return 0;
}

int send_to_process(siginfo_t info, SiteId site) {
  const int signal = info.si_signo;
  if (signal == 0) return 0;
  if (!signals::is_valid(signal)) return EINVAL;
  if (signals::in_handler()) {
    signals::send_to_process(info, site);
    return 0;
  }
  Scheduler& engine = scheduler();
  engine.announce({OperationKind::kSendSignal, 0, kNoThread, site, kNoLocation, signals::kAddress});
  engine.performed(kNoThread, Effect::kProgress);
  signals::send_to_process(info, site);
  outside::look_again();
  return 0;
}

}  // namespace

extern "C" {

int raise(int signal) {
  if (!signals::are_kept()) return real().raise(signal);
  return as_result(
      send_to_thread(&scheduler().current(), sent_by_us(signal, SI_TKILL), user_site(HEDDLE_CALL_SITE)));
}

int kill(pid_t process, int signal) {
  if (!signals::are_kept() || process != getpid()) return real().kill(process, signal);
  return as_result(send_to_process(sent_by_us(signal, SI_USER), user_site(HEDDLE_CALL_SITE)));
}

int sigqueue(pid_t process, int signal, const union sigval value) {
  if (!signals::are_kept() || process != getpid()) return real().sigqueue(process, signal, value);
  siginfo_t info = sent_by_us(signal, SI_QUEUE);
  info.si_value = value;
  return as_result(send_to_process(info, user_site(HEDDLE_CALL_SITE)));
}

int pthread_kill(pthread_t thread, int signal) {
  if (!signals::are_kept()) return real().pthread_kill(thread, signal);
  return send_to_thread(find_thread(thread), sent_by_us(signal, SI_TKILL), user_site(HEDDLE_CALL_SITE));
}

int tgkill(pid_t process, pid_t thread, int signal) {
  if (!signals::are_kept() || process != getpid()) {
    const long result = raw_syscall(SYS_tgkill, process, thread, signal);
    return result < 0 ? as_result(static_cast<int>(-result)) : 0;
  }
  if (thread <= 0) return as_result(EINVAL);
  return as_result(
      send_to_thread(kernel_ids::find(thread), sent_by_us(signal, SI_TKILL), user_site(HEDDLE_CALL_SITE)));
}

int pthread_sigqueue(pthread_t thread, int signal, const union sigval value) {
  if (!signals::are_kept()) return real().pthread_sigqueue(thread, signal, value);
  siginfo_t info = sent_by_us(signal, SI_QUEUE);
  info.si_value = value;
  return send_to_thread(find_thread(thread), info, user_site(HEDDLE_CALL_SITE));
}

}  // extern "C"
