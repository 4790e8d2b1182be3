#include "runtime/interpose/random.h"

#include <sys/auxv.h>
#include <cerrno>
#include <cstring>

#include "event/random.h"
#include "runtime/interpose/descriptors.h"
#include "runtime/interpose/interpose.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

void fill(void* buffer, std::size_t size, Random& random) {
  auto* bytes = static_cast<unsigned char*>(buffer);
  while (size > 0) {
    const std::uint64_t word = random.next();
    const std::size_t count = size < sizeof word ? size : sizeof word;
    std::memcpy(bytes, &word, count);
    bytes += count;
    size -= count;
  }
}

// Of the program under control.
Random& numbers() {
  if (hot.active) scheduler().note_hidden(Hidden::kRandom);
  return program().random;
}

std::uint32_t next_number() {
  return static_cast<std::uint32_t>(numbers().next());
}

}  // namespace

namespace heddle::runtime {

ssize_t replace_random(void* buffer, ssize_t count) {
  if (count > 0) fill(buffer, static_cast<std::size_t>(count), numbers());
  return count;
}

bool is_random_device(int descriptor) {
  return type_of(descriptor) == DescriptorType::kRandom;
}

// Asked once, when the library is loaded: in a forked child a call of libc's is a page more.
const std::uint64_t place_of_kernels_bytes = getauxval(AT_RANDOM);

KernelsBytes kernels_bytes;

// libc has made its guards of them before the program starts. A stream of its own: who does not look at these
// bytes gets the same numbers as ever.
void replace_kernels_bytes(unsigned long seed) {
  constexpr std::size_t kSize = 16;
  constexpr std::uint64_t kOther = 0x4154'5f52'414e'444full;
  static unsigned char bytes[kSize];  // mostly the same in every execution
  if (place_of_kernels_bytes == 0) return;
  if (kernels_bytes.seed != seed || !kernels_bytes.are_replaced) {
    Random random(seed ^ kOther);
    fill(bytes, kSize, random);
    kernels_bytes = {true, seed};
  }
  auto* const there = reinterpret_cast<unsigned char*>(place_of_kernels_bytes);
  for (std::size_t i = 0; i < kSize; ++i)
    if (there[i] != bytes[i]) there[i] = bytes[i];
}

}  // namespace heddle::runtime

extern "C" {

ssize_t getrandom(void* buffer, std::size_t size, unsigned flags) {
  const ssize_t count = real().getrandom(buffer, size, flags);
  return hot.active ? replace_random(buffer, count) : count;
}

int getentropy(void* buffer, std::size_t size) {
  const int result = real().getentropy(buffer, size);
  if (hot.active && result == 0) fill(buffer, size, numbers());
  return result;
}

std::uint32_t arc4random() noexcept {
  if (hot.active) return next_number();
  std::uint32_t number = 0;
  arc4random_buf(&number, sizeof number);
  return number;
}

void arc4random_buf(void* buffer, std::size_t size) noexcept {
  if (hot.active) return fill(buffer, size, numbers());
  for (std::size_t done = 0; done < size;) {
    const ssize_t count = real().getrandom(static_cast<char*>(buffer) + done, size - done, 0);
    if (count > 0) done += static_cast<std::size_t>(count);
  }
}

std::uint32_t arc4random_uniform(std::uint32_t bound) noexcept {
  if (bound < 2) return 0;
  if (hot.active) return static_cast<std::uint32_t>(numbers().below(bound));
  std::uint64_t number = 0;
  arc4random_buf(&number, sizeof number);
  return static_cast<std::uint32_t>(number % bound);  // the bias is below 2^-32
}

// std::random_device::_M_getval(), which would ask the processor.
unsigned _ZNSt13random_device9_M_getvalEv(void* device) {  // NOLINT(readability-identifier-naming)
  using GetValue = unsigned (*)(void*);
  if (!hot.active) {
    static const auto next = reinterpret_cast<GetValue>(find_real("_ZNSt13random_device9_M_getvalEv"));
    return next(device);
  }
  return next_number();
}

}  // extern "C"
