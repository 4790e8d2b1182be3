// Mappings that the program makes, changes and removes. The system does it; that it was done is noted,
// because whoever restores the process has to look, and what is mapped gets a name.
#include <fcntl.h>
#include <sys/mman.h>
#include <cstdarg>

#include "runtime/arch/raw_syscall.h"
#include "runtime/interpose/interpose.h"
#include "runtime/naming/mappings.h"
#include "runtime/services/irreversible.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

// The result of a system call as libc gives it.
long as_result(long result) {
  return result < 0 && result > -4096 ? fail_with(static_cast<int>(-result)) : result;
}

bool succeeded(const void* memory) {
  return memory != MAP_FAILED;
}

// Of memory without a name it is left open which it was, and whether it is used again.
void note_changed_memory() {
  note_changed_mappings();
  if (hot.active) scheduler().note_order(OrderKind::kUnmap, kNoLocation, kNoSite);
}

struct WantedMapping {
  void* address;
  std::size_t size;
  int protection;
  int flags;
  int file;
  off64_t offset;
};

void* map(const WantedMapping& wanted, const CallSite& call) {
  // What is written there goes to the file.
  const bool shared = (wanted.flags & MAP_TYPE) != MAP_PRIVATE && (wanted.flags & MAP_ANONYMOUS) == 0;
  if (shared && (wanted.protection & PROT_WRITE) != 0 && !is_put_back(wanted.file)) note_irreversible("mmap");
  note_changed_memory();
  void* const memory = reinterpret_cast<void*>(as_result(raw_syscall(
      SYS_mmap, wanted.address, wanted.size, wanted.protection, wanted.flags, wanted.file, wanted.offset)));
  if (hot.active && succeeded(memory))
    mappings::add(address_of(memory), wanted.size, name_next_block(user_site(call)));
  return memory;
}

}  // namespace

extern "C" {

void* mmap(void* address, std::size_t size, int protection, int flags, int file, off_t offset) noexcept {
  return map({address, size, protection, flags, file, offset}, HEDDLE_CALL_SITE);
}

void* mmap64(void* address, std::size_t size, int protection, int flags, int file, off64_t offset) noexcept {
  return map({address, size, protection, flags, file, offset}, HEDDLE_CALL_SITE);
}

int munmap(void* address, std::size_t size) noexcept {
  note_changed_memory();
  const long result = as_result(raw_syscall(SYS_munmap, address, size));
  if (hot.active && result == 0) mappings::remove(address_of(address), size);
  return static_cast<int>(result);
}

int mprotect(void* address, std::size_t size, int protection) noexcept {
  note_changed_mappings();
  return static_cast<int>(as_result(raw_syscall(SYS_mprotect, address, size, protection)));
}

void* mremap(void* address, std::size_t size, std::size_t new_size, int flags, ...) noexcept {
  va_list list;
  va_start(list, flags);
  void* place = (flags & MREMAP_FIXED) != 0 ? va_arg(list, void*) : nullptr;
  va_end(list);
  note_changed_memory();
  void* const memory =
      reinterpret_cast<void*>(as_result(raw_syscall(SYS_mremap, address, size, new_size, flags, place)));
  if (hot.active && succeeded(memory))
    mappings::move(address_of(address), size, address_of(memory), new_size);
  return memory;
}

}  // extern "C"
