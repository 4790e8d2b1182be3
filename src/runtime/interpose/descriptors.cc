// Descriptors: which of them can make a thread wait, closing them, and locks on files.
#include "runtime/interpose/descriptors.h"

#include <fcntl.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <cstdarg>

#include "runtime/arch/raw_syscall.h"
#include "runtime/interpose/open_descriptors.h"
#include "runtime/services/irreversible.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

bool is_terminal(dev_t device) {
  const unsigned number = major(device);
  return number == 4 || number == 5 || (number >= 136 && number <= 143);
}

bool gives_random_bytes(dev_t device) {
  return device == makedev(1, 8) || device == makedev(1, 9);
}

// Tries a lock until it is there: no event of the system tells when.
template <typename Attempt>
int lock_file(SiteId site, bool blocking, Attempt attempt) {
  const Operation operation = outside::operation(OperationKind::kFileLock, site);
  outside::announce(operation);
  for (;;) {
    const int result = attempt();
    const int error = errno;
    const bool held = result < 0 && (error == EAGAIN || error == EACCES);
    outside::performed(result < 0 ? 1 : 0, held ? Effect::kNone : Effect::kProgress);
    errno = error;
    if (!held || !blocking) return result;
    outside::Retry retry;
    if (!outside::await(operation, retry.wait)) {
      outside::performed(1, Effect::kNone);
      return fail_with(EINTR);
    }
  }
}

int close_now(int descriptor) {
  note_changed_descriptors();
  const int result = real().close(descriptor);
  if (result == 0) open_descriptors::closed(descriptor);
  return result;
}

int close_descriptor(int descriptor, const CallSite& call) {
  const DescriptorType type = type_of(descriptor);
  if (type != DescriptorType::kClosed) open_descriptors::closing(descriptor, call);
  if (!may_wait(descriptor)) return close_now(descriptor);  // others may have run
  outside::announce(outside::operation(OperationKind::kClose, user_site(call)));
  const int result = close_now(descriptor);
  const int error = errno;
  outside::performed(result < 0 ? 1 : 0, Effect::kProgress);
  errno = error;
  return result;
}

// Not a scheduling point, but somebody may wait for what it changes.
int looked_after(int result) {
  const int error = errno;
  outside::look_again();
  errno = error;
  return result;
}

// `to` is closed, if it was open.
void replace(int from, int to, const CallSite& call) {
  note_changed_descriptors();
  open_descriptors::use(from, call);
  if (from != to && type_of(to) != DescriptorType::kClosed) open_descriptors::closing(to, call);
}

using Fcntl = int (*)(int, int, ...);

int control(Fcntl function, int descriptor, int command, void* argument, const CallSite& call) {
  note_changed_descriptors();
  int immediate = 0;
  switch (command) {
    case F_SETLKW:
      immediate = F_SETLK;
      break;
    case F_OFD_SETLKW:
      immediate = F_OFD_SETLK;
      break;
    case F_SETLK:
    case F_OFD_SETLK:
      immediate = command;
      break;
    case F_DUPFD:
    case F_DUPFD_CLOEXEC: {
      open_descriptors::use(descriptor, call);
      const int result = function(descriptor, command, argument);
      open_descriptors::opened(result, call);
      return result;
    }
    default:
      return function(descriptor, command, argument);
  }
  return lock_file(user_site(call), command != immediate,
                   [&] { return function(descriptor, immediate, argument); });
}

}  // namespace

namespace heddle::runtime {

DescriptorType type_of(int descriptor) {
  struct stat status{};
  if (raw_syscall(SYS_fstat, descriptor, &status) != 0) return DescriptorType::kClosed;
  switch (status.st_mode & S_IFMT) {
    case S_IFREG:
    case S_IFDIR:
    case S_IFBLK:
      return DescriptorType::kNeverWaits;
    case S_IFCHR:
      if (gives_random_bytes(status.st_rdev)) return DescriptorType::kRandom;
      return is_terminal(status.st_rdev) ? DescriptorType::kOther : DescriptorType::kNeverWaits;
    case S_IFSOCK:
      return DescriptorType::kSocket;
    default:
      return DescriptorType::kOther;
  }
}

bool is_standard_output(int descriptor) {
  return (descriptor == 1 || descriptor == 2) && outside::is_inherited(descriptor);
}

bool blocks(int descriptor) {
  return (raw_syscall(SYS_fcntl, descriptor, F_GETFL) & O_NONBLOCK) == 0;
}

std::optional<std::uint64_t> socket_deadline(int descriptor, int option) {
  timeval limit{};
  socklen_t size = sizeof limit;
  if (raw_syscall(SYS_getsockopt, descriptor, SOL_SOCKET, option, &limit, &size) != 0) return {};
  if (limit.tv_sec == 0 && limit.tv_usec == 0) return {};
  return program().clock.now() + nanoseconds({limit.tv_sec, limit.tv_usec * 1000});
}

// Asking for no delay pushes out what is there, too; the program's own choice is put back.
void push_out(int descriptor) {
  int protocol = 0, unsent = 0, no_delay = 0;
  socklen_t size = sizeof protocol;
  if (raw_syscall(SYS_getsockopt, descriptor, SOL_SOCKET, SO_PROTOCOL, &protocol, &size) != 0 ||
      protocol != IPPROTO_TCP || raw_syscall(SYS_ioctl, descriptor, SIOCOUTQNSD, &unsent) != 0 || unsent == 0)
    return;
  raw_syscall(SYS_getsockopt, descriptor, IPPROTO_TCP, TCP_NODELAY, &no_delay, &size);
  const int yes = 1;
  raw_syscall(SYS_setsockopt, descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (no_delay == 0)
    raw_syscall(SYS_setsockopt, descriptor, IPPROTO_TCP, TCP_NODELAY, &no_delay, sizeof no_delay);
}

void acknowledge(int descriptor) {
  const int yes = 1;
  raw_syscall(SYS_setsockopt, descriptor, IPPROTO_TCP, TCP_QUICKACK, &yes, sizeof yes);
}

WithoutBlocking::WithoutBlocking(int descriptor)
    : descriptor_(descriptor), flags_(raw_syscall(SYS_fcntl, descriptor, F_GETFL)) {
  if ((flags_ & O_NONBLOCK) == 0) raw_syscall(SYS_fcntl, descriptor_, F_SETFL, flags_ | O_NONBLOCK);
}

WithoutBlocking::~WithoutBlocking() {
  if ((flags_ & O_NONBLOCK) == 0) raw_syscall(SYS_fcntl, descriptor_, F_SETFL, flags_);
}

}  // namespace heddle::runtime

extern "C" {

int close(int descriptor) {
  if (!hot.active) return real().close(descriptor);
  return close_descriptor(descriptor, HEDDLE_CALL_SITE);
}

int __close(int descriptor) {
  if (!hot.active) return real().close(descriptor);
  return close_descriptor(descriptor, HEDDLE_CALL_SITE);
}

int shutdown(int descriptor, int how) noexcept {
  open_descriptors::use(descriptor, HEDDLE_CALL_SITE);
  if (!hot.active || !may_wait(descriptor)) return real().shutdown(descriptor, how);
  outside::announce(outside::operation(OperationKind::kClose, user_site(HEDDLE_CALL_SITE)));
  const int result = real().shutdown(descriptor, how);
  const int error = errno;
  outside::performed(result < 0 ? 1 : 0, Effect::kProgress);
  errno = error;
  return result;
}

int dup2(int from, int to) noexcept {
  replace(from, to, HEDDLE_CALL_SITE);
  const int result = real().dup2(from, to);
  if (from != to) open_descriptors::opened(result, HEDDLE_CALL_SITE);
  return hot.active ? looked_after(result) : result;
}

int dup3(int from, int to, int flags) noexcept {
  replace(from, to, HEDDLE_CALL_SITE);
  const int result = real().dup3(from, to, flags);
  open_descriptors::opened(result, HEDDLE_CALL_SITE);
  return hot.active ? looked_after(result) : result;
}

int ioctl(int descriptor, unsigned long request, ...) noexcept {
  va_list list;
  va_start(list, request);
  void* argument = va_arg(list, void*);
  va_end(list);
  note_changed_descriptors();
  return real().ioctl(descriptor, request, argument);
}

int close_range(unsigned first, unsigned last, int flags) noexcept {
  note_changed_descriptors();
  return real().close_range(first, last, flags);
}
void closefrom(int first) noexcept {
  note_changed_descriptors();
  real().closefrom(first);
}

int epoll_ctl(int epoll, int operation, int descriptor, epoll_event* event) noexcept {
  open_descriptors::use(epoll, HEDDLE_CALL_SITE);
  const int result = real().epoll_ctl(epoll, operation, descriptor, event);
  return hot.active ? looked_after(result) : result;
}

int flock(int descriptor, int operation) noexcept {
  if (!hot.active) return real().flock(descriptor, operation);
  return lock_file(user_site(HEDDLE_CALL_SITE), (operation & LOCK_NB) == 0,
                   [&] { return real().flock(descriptor, operation | LOCK_NB); });
}

int fcntl(int descriptor, int command, ...) {
  va_list list;
  va_start(list, command);
  void* argument = va_arg(list, void*);
  va_end(list);
  if (!hot.active) return real().fcntl(descriptor, command, argument);
  return control(real().fcntl, descriptor, command, argument, HEDDLE_CALL_SITE);
}

int fcntl64(int descriptor, int command, ...) {
  va_list list;
  va_start(list, command);
  void* argument = va_arg(list, void*);
  va_end(list);
  if (!hot.active) return real().fcntl64(descriptor, command, argument);
  return control(real().fcntl64, descriptor, command, argument, HEDDLE_CALL_SITE);
}

}  // extern "C"
