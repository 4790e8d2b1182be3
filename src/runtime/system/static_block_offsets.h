// Where a thread has the block of a library that came by dlopen, if glibc put it into the room that every
// thread keeps beside its thread control block (on aarch64 it does so while there is room). The thread's
// vector of blocks does not say it, but the dynamic linker's description of the library does: behind what the
// program header says of the block.
#pragma once

#include <link.h>
#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

class StaticBlockOffsets {
 public:
  // From a module whose block is known to lie so far from the thread pointer.
  void learn(const dl_phdr_info& info, const ElfW(Phdr) & segment, std::int64_t offset);
  // The distance of the module's block from the thread pointer; 0: it is elsewhere, or not known.
  std::int64_t of(const dl_phdr_info& info, const ElfW(Phdr) & segment) const;

 private:
  std::size_t place_ = 0;  // in the description, in words; 0: not known
  std::int64_t sign_ = 1;
};

}  // namespace heddle::runtime
