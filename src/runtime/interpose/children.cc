// Child processes: waiting for them, and ways to make them in which they would find themselves under control.
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <cstdarg>

#include "runtime/arch/raw_syscall.h"
#include "runtime/interpose/descriptors.h"
#include "runtime/services/irreversible.h"
#include "runtime/services/stray_thread.h"
#include "runtime/state/finish.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

// Which children, and which news of them, as waitid has it.
struct Children {
  idtype_t type;
  id_t id;
  int options;
};

bool have_news(const OutsideWait& wait) {
  const Children& children = *static_cast<const Children*>(wait.argument);
  siginfo_t info{};
  const long result = raw_syscall(SYS_waitid, static_cast<int>(children.type), children.id, &info,
                                  children.options | WNOHANG | WNOWAIT, nullptr);
  return result != 0 || info.si_pid != 0;  // an error is an answer, too
}

// ask() is the call itself, with WNOHANG; it returns 0 when there are no news.
template <typename Ask>
pid_t wait_for_children(const Children& children, bool waits, SiteId site, Ask ask) {
  const Operation operation = outside::operation(OperationKind::kChildWait, site);
  for (;;) {
    if (waits) {
      OutsideWait wait;
      wait.came = have_news;
      wait.argument = &children;
      if (!outside::await(operation, wait)) {
        outside::performed(1, Effect::kNone);
        return fail_with(EINTR);
      }
    } else {
      outside::announce(operation);
    }
    const pid_t result = ask();
    const int error = errno;
    if (result == 0) outside::note_unanswered(outside::kAnyChild);
    outside::performed(result == 0 ? 1 : 0, result > 0 ? Effect::kProgress : Effect::kNone);
    errno = error;
    if (result != 0 || !waits) return result;
  }
}

pid_t wait_for(pid_t process, int* status, int options, rusage* usage, SiteId site) {
  constexpr unsigned kPassedOn = static_cast<unsigned>(WCONTINUED) | __WALL | __WCLONE | __WNOTHREAD;
  Children children{P_PID, static_cast<id_t>(process),
                    static_cast<int>(WEXITED | (static_cast<unsigned>(options) & kPassedOn))};
  if ((options & WUNTRACED) != 0) children.options |= WSTOPPED;
  if (process == -1) {
    children.type = P_ALL;
  } else if (process <= 0) {
    children.type = P_PGID;
    children.id = static_cast<id_t>(process == 0 ? raw_syscall(SYS_getpgid, 0) : -process);
  }
  return wait_for_children(children, (options & WNOHANG) == 0, site,
                           [&] { return real().wait4(process, status, options | WNOHANG, usage); });
}

// A child with memory of its own would write into the record that it shares with us; one that borrows ours,
// until it executes another program, must give it back as it was.
struct ChildStart {
  int (*function)(void*);
  void* argument;
};

int start_child(void* argument) {
  const ChildStart start = *static_cast<const ChildStart*>(argument);
  hot.active = process_goes_on = false;
  return start.function(start.argument);
}

int clone_process(int (*function)(void*), void* stack, int flags, void* argument, void* parent_id, void* tls,
                  void* child_id) {
  const bool shares_memory = (flags & CLONE_VM) != 0;
  if (hot.active && shares_memory && (flags & CLONE_VFORK) == 0) hot.thread_pointer_is_shared = true;
  if (!hot.active || (shares_memory && (flags & CLONE_VFORK) == 0))
    return real().clone(function, stack, flags, argument, parent_id, tls, child_id);
  note_irreversible("clone");
  ChildStart start{function, argument};
  const bool goes_on = process_goes_on;
  const int child = real().clone(start_child, stack, flags, &start, parent_id, tls, child_id);
  hot.active = true;
  process_goes_on = goes_on;
  return child;
}

}  // namespace

extern "C" {

pid_t wait(int* status) {
  if (!hot.active) return real().wait4(-1, status, 0, nullptr);
  return wait_for(-1, status, 0, nullptr, user_site(HEDDLE_CALL_SITE));
}

pid_t __wait(int* status) {
  if (!hot.active) return real().wait4(-1, status, 0, nullptr);
  return wait_for(-1, status, 0, nullptr, user_site(HEDDLE_CALL_SITE));
}

pid_t waitpid(pid_t process, int* status, int options) {
  if (!hot.active) return real().wait4(process, status, options, nullptr);
  return wait_for(process, status, options, nullptr, user_site(HEDDLE_CALL_SITE));
}

pid_t __waitpid(pid_t process, int* status, int options) {
  if (!hot.active) return real().wait4(process, status, options, nullptr);
  return wait_for(process, status, options, nullptr, user_site(HEDDLE_CALL_SITE));
}

pid_t wait3(int* status, int options, rusage* usage) noexcept {
  if (!hot.active) return real().wait4(-1, status, options, usage);
  return wait_for(-1, status, options, usage, user_site(HEDDLE_CALL_SITE));
}

pid_t wait4(pid_t process, int* status, int options, rusage* usage) noexcept {
  if (!hot.active) return real().wait4(process, status, options, usage);
  return wait_for(process, status, options, usage, user_site(HEDDLE_CALL_SITE));
}

int waitid(idtype_t type, id_t id, siginfo_t* info, int options) {
  if (!hot.active) return real().waitid(type, id, info, options);
  const Children children{type, id, options & ~WNOHANG};
  siginfo_t unasked{};
  siginfo_t* answer = info != nullptr ? info : &unasked;
  const pid_t result =
      wait_for_children(children, (options & WNOHANG) == 0, user_site(HEDDLE_CALL_SITE), [&]() -> pid_t {
        answer->si_pid = 0;
        return real().waitid(type, id, answer, options | WNOHANG) != 0 ? -1 : answer->si_pid;
      });
  return result < 0 ? -1 : 0;
}

// A child that borrows our memory would be under control in it. POSIX lets vfork be fork.
pid_t vfork() {
  return fork();
}
pid_t __vfork() {
  return fork();
}

int clone(int (*function)(void*), void* stack, int flags, void* argument, ...) noexcept {
  va_list list;
  va_start(list, argument);
  void* parent_id = va_arg(list, void*);
  void* tls = va_arg(list, void*);
  void* child_id = va_arg(list, void*);
  va_end(list);
  return clone_process(function, stack, flags, argument, parent_id, tls, child_id);
}

int __clone(int (*function)(void*), void* stack, int flags, void* argument, ...) noexcept {
  va_list list;
  va_start(list, argument);
  void* parent_id = va_arg(list, void*);
  void* tls = va_arg(list, void*);
  void* child_id = va_arg(list, void*);
  va_end(list);
  return clone_process(function, stack, flags, argument, parent_id, tls, child_id);
}

}  // extern "C"
