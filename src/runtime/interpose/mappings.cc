// Mappings that the program makes, changes and removes. The system does it; that it was done is noted,
// because whoever restores the process has to look.
#include <fcntl.h>
#include <sys/mman.h>
#include <cstdarg>

#include "runtime/arch/raw_syscall.h"
#include "runtime/interpose/interpose.h"
#include "runtime/isolation/irreversible.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

long note_and_call(long number, long a, long b, long c = 0, long d = 0, long e = 0, long f = 0) {
  note_changed_mappings();
  // Which memory it was, and whether it is used again, is left open.
  if (hot.active && number != SYS_mprotect) scheduler().note_order(OrderKind::kUnmap, kNoLocation, kNoSite);
  const long result = raw_syscall(number, a, b, c, d, e, f);
  return result < 0 && result > -4096 ? fail_with(static_cast<int>(-result)) : result;
}

void* map(void* address, std::size_t size, int protection, int flags, int file, off64_t offset) {
  // What is written there goes to the file.
  const bool shared = (flags & MAP_TYPE) != MAP_PRIVATE && (flags & MAP_ANONYMOUS) == 0;
  if (shared && (protection & PROT_WRITE) != 0) note_irreversible("mmap");
  return reinterpret_cast<void*>(note_and_call(SYS_mmap, reinterpret_cast<long>(address),
                                               static_cast<long>(size), protection, flags, file, offset));
}

}  // namespace

extern "C" {

void* mmap(void* address, std::size_t size, int protection, int flags, int file, off_t offset) noexcept {
  return map(address, size, protection, flags, file, offset);
}

void* mmap64(void* address, std::size_t size, int protection, int flags, int file, off64_t offset) noexcept {
  return map(address, size, protection, flags, file, offset);
}

int munmap(void* address, std::size_t size) noexcept {
  return static_cast<int>(
      note_and_call(SYS_munmap, reinterpret_cast<long>(address), static_cast<long>(size)));
}

int mprotect(void* address, std::size_t size, int protection) noexcept {
  return static_cast<int>(
      note_and_call(SYS_mprotect, reinterpret_cast<long>(address), static_cast<long>(size), protection));
}

void* mremap(void* address, std::size_t size, std::size_t new_size, int flags, ...) noexcept {
  va_list list;
  va_start(list, flags);
  void* place = (flags & MREMAP_FIXED) != 0 ? va_arg(list, void*) : nullptr;
  va_end(list);
  return reinterpret_cast<void*>(note_and_call(SYS_mremap, reinterpret_cast<long>(address),
                                               static_cast<long>(size), static_cast<long>(new_size), flags,
                                               reinterpret_cast<long>(place)));
}

}  // extern "C"
