// The program's own random numbers: the same stream in every execution, its seed in the schedule file.
#include <cstring>

#include "runtime/interpose/interpose.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

void fill(void* buffer, std::size_t size) {
  auto* bytes = static_cast<unsigned char*>(buffer);
  while (size > 0) {
    const std::uint64_t word = scheduler().program_random.next();
    const std::size_t count = size < sizeof word ? size : sizeof word;
    std::memcpy(bytes, &word, count);
    bytes += count;
    size -= count;
  }
}

}  // namespace

extern "C" {

ssize_t getrandom(void* buffer, std::size_t size, unsigned flags) {
  if (!hot.active) return real().getrandom(buffer, size, flags);
  fill(buffer, size);
  return static_cast<ssize_t>(size);
}

int getentropy(void* buffer, std::size_t size) {
  if (!hot.active) return real().getentropy(buffer, size);
  fill(buffer, size);
  return 0;
}

// std::random_device::_M_getval(), which would ask the processor.
unsigned _ZNSt13random_device9_M_getvalEv(void* device) {
  using GetValue = unsigned (*)(void*);
  if (!hot.active) {
    static const auto next = reinterpret_cast<GetValue>(find_real("_ZNSt13random_device9_M_getvalEv"));
    return next(device);
  }
  return static_cast<unsigned>(scheduler().program_random.next());
}

}  // extern "C"
