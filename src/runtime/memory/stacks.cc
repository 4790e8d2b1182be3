#include "runtime/memory/stacks.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <algorithm>

#include "runtime/memory/shadow.h"

namespace heddle::runtime {

namespace {

constexpr std::size_t kGuard = 65536;  // a page, however large the kernel makes them
constexpr std::size_t kDefaultSize = 8u << 20;
constexpr std::size_t kLargestSize = 256u << 20;  // an unlimited stack must end somewhere

}  // namespace

std::size_t stack_size() {
  static std::size_t size = 0;
  if (size != 0) return size;
  rlimit limit{};
  const bool limited = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  size = limited ? static_cast<std::size_t>(limit.rlim_cur) : kDefaultSize;
  if (size > kLargestSize) size = kLargestSize;
  if (size < 16 * kGuard) size = 16 * kGuard;
  return size = size & ~(kGuard - 1);
}

Stack map_stack(std::size_t number, std::size_t size) {
  size = (std::max(size, stack_size()) + kGuard - 1) & ~(kGuard - 1);
  const std::uint64_t start = kStacks.start + number * (kLargestSize + 2 * kGuard);
  void* place =
      size <= kLargestSize ? reserve_memory_at(start, size + kGuard) : reserve_memory(size + kGuard);
  if (place == nullptr) return {};
  auto* memory = static_cast<char*>(place);
  mprotect(memory, kGuard, PROT_NONE);
  const Stack stack{memory + kGuard, size};
  const auto high = reinterpret_cast<std::uint64_t>(stack.high());
  shadow::prepare(high - 1, high);
  return stack;
}

}  // namespace heddle::runtime
