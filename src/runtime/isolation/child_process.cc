#include "runtime/isolation/child_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <csignal>

#include "runtime/arch/raw_syscall.h"
#include "runtime/carrier/process_thread.h"
#include "runtime/services/stray_thread.h"

namespace heddle::runtime {

long fork_child() {
  const long parent = raw_syscall(SYS_getpid);
  stray::before_fork();
  const long child = raw_syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr);
  if (child != 0) return child;
  raw_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (raw_syscall(SYS_getppid) != parent) leave_process(0);  // it was killed before we asked to be told
  adopt_process_id();
  stray::begin_process();
  return 0;
}

void silence(int descriptor) {
  const long nowhere = raw_syscall(SYS_openat, AT_FDCWD, "/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  raw_syscall(SYS_dup3, nowhere, descriptor, 0);
  raw_syscall(SYS_close, nowhere);
}

}  // namespace heddle::runtime
