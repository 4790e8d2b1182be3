#include "runtime/isolation/own_descriptors.h"

#include <fcntl.h>
#include <charconv>
#include <cstddef>

#include "runtime/arch/raw_syscall.h"

namespace heddle::runtime {

int keep_out_of_the_way(int descriptor) {
  if (descriptor < 0 || descriptor >= kFirstOwnDescriptor) return descriptor;
  const long own = raw_syscall(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, kFirstOwnDescriptor);
  raw_syscall(SYS_close, descriptor);
  return own < kEndOfOwnDescriptors ? static_cast<int>(own) : -1;
}

bool open_again(int descriptor) {
  char path[32] = "/proc/self/fd/";
  constexpr std::size_t kPrefix = sizeof "/proc/self/fd/" - 1;
  *std::to_chars(path + kPrefix, path + sizeof path - 1, descriptor).ptr = '\0';
  const long flags = raw_syscall(SYS_fcntl, descriptor, F_GETFL);
  const long cloexec = raw_syscall(SYS_fcntl, descriptor, F_GETFD);
  const long opened = raw_syscall(SYS_openat, AT_FDCWD, path, (flags & ~O_CREAT & ~O_TRUNC) | O_CLOEXEC);
  if (opened < 0) return false;
  raw_syscall(SYS_dup3, opened, descriptor, (cloexec & FD_CLOEXEC) != 0 ? O_CLOEXEC : 0);
  raw_syscall(SYS_close, opened);
  return true;
}

}  // namespace heddle::runtime
