// What libc and the kernel read and write in a call of the program counts as accesses of the program: heap
// errors are found in it, races, and it is a scheduling point where the memory is shared. Memory is read
// before the call. What is written is known when it is over.
#pragma once

#include <sys/uio.h>
#include <algorithm>
#include <cerrno>

#include "runtime/hooks/memory_call.h"
#include "runtime/memory/plain_memory.h"

namespace heddle::runtime {

class CallMemory {
 public:
  explicit CallMemory(const CallSite& call)
      : call_(call), seen_(hot.active && load_map().calls_for_the_user(call.return_address)) {}

  bool is_seen() const { return seen_; }
  const MemoryCall& call() const { return call_; }

  void reads(const void* memory, std::size_t size) const { access(memory, size, false); }
  void writes(const void* memory, std::size_t size) const { access(memory, size, true); }

  // A text with its end, or so many letters of it.
  void reads_text(const char* text) const {
    if (seen_ && text != nullptr) reads(text, plain().strlen(text) + 1);
  }
  void reads_text(const char* text, std::size_t limit) const {
    if (seen_ && text != nullptr) reads(text, std::min(plain().strnlen(text, limit) + 1, limit));
  }
  void writes_text(const char* text) const {
    if (seen_ && text != nullptr) writes(text, plain().strlen(text) + 1);
  }

  // The first `size` bytes of scattered buffers. A negative size is that of a call that failed.
  void reads(const iovec* vectors, std::size_t count, std::size_t size) const {
    scattered(vectors, count, size, false);
  }
  void writes(const iovec* vectors, std::size_t count, std::ptrdiff_t size) const {
    if (size > 0) scattered(vectors, count, static_cast<std::size_t>(size), true);
  }
  // The result of a call that returns how many bytes it wrote.
  ssize_t wrote(const void* memory, ssize_t size) const {
    if (size > 0) writes(memory, static_cast<std::size_t>(size));
    return size;
  }

 private:
  void access(const void* memory, std::size_t size, bool write) const {
    if (!seen_ || size == 0) return;
    const int error = errno;
    if (write)
      call_.write(memory, size);
    else
      call_.read(memory, size);
    errno = error;
  }
  void scattered(const iovec* vectors, std::size_t count, std::size_t size, bool write) const {
    if (!seen_) return;
    access(vectors, count * sizeof *vectors, false);
    for (std::size_t i = 0; i < count && size != 0; ++i) {
      const std::size_t part = std::min<std::size_t>(size, vectors[i].iov_len);
      access(vectors[i].iov_base, part, write);
      size -= part;
    }
  }

  MemoryCall call_;
  bool seen_;
};

}  // namespace heddle::runtime
