// Maps memory where no other schedule maps any, as allocators do that look at the clock or at other
// addresses.
#include <sys/mman.h>
#include <cstdint>
#include <mutex>
#include <thread>

constexpr std::uint64_t kSize = 4 << 20;
constexpr std::uint64_t kPage = 4096;

std::mutex mutex;
std::uint32_t order = 1;  // of the threads' turns, as a number

void take_turns(std::uint32_t name) {
  for (int i = 0; i < 8; ++i) {
    const std::lock_guard lock(mutex);
    order = order * 31 + name;
  }
}

int main() {
  std::thread one(take_turns, 1), other(take_turns, 2);
  one.join();
  other.join();
  const std::uint64_t wanted = 0x2000'0000'0000ull + (order >> 12) * kSize;
  void* const memory = mmap(reinterpret_cast<void*>(wanted), kSize, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 1;
  auto* const bytes = static_cast<volatile char*>(memory);
  for (std::uint64_t at = 0; at < kSize; at += kPage) {
    if (bytes[at] != 0) return 1;
    bytes[at] = 1;
  }
}
