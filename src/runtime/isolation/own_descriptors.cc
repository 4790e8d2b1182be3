#include "runtime/isolation/own_descriptors.h"

#include <fcntl.h>

#include "runtime/arch/raw_syscall.h"

namespace heddle::runtime {

int keep_out_of_the_way(int descriptor) {
  if (descriptor < 0 || descriptor >= kFirstOwnDescriptor) return descriptor;
  const long own = raw_syscall(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, kFirstOwnDescriptor);
  raw_syscall(SYS_close, descriptor);
  return own < kEndOfOwnDescriptors ? static_cast<int>(own) : -1;
}

}  // namespace heddle::runtime
