// Whether memory can be read, without trying: where the kernel would answer EFAULT, we must not crash.
#pragma once

#include <sys/uio.h>
#include <cerrno>
#include <cstddef>

#include "runtime/arch/raw_syscall.h"

namespace heddle::runtime {

// Only a clear no counts: the call itself may be forbidden.
inline bool is_readable(const void* memory, std::size_t size) {
  unsigned char bytes[64];
  const iovec local{bytes, size < sizeof bytes ? size : sizeof bytes},
      remote{const_cast<void*>(memory), size};
  return raw_syscall(SYS_process_vm_readv, raw_syscall(SYS_getpid), &local, 1, &remote, 1, 0) != -EFAULT;
}

}  // namespace heddle::runtime
