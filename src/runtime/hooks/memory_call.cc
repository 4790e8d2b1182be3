#include "runtime/hooks/memory_call.h"

#include <algorithm>

#include "runtime/hooks/access.h"
#include "runtime/memory/plain_memory.h"

namespace heddle::runtime {

namespace {

// A word is copied at once, a large block in a few pieces: enough to be seen half done, without a flood of
// steps. The number depends on nothing but the size, so that a schedule counts the same steps whatever is
// shared.
constexpr std::size_t kSmallestPiece = 8;
constexpr std::size_t kMostPieces = 4;

// Larger pieces are not held between reading and writing.
constexpr std::size_t kHeldBytes = 256;

// Of a single access. Where a size has become negative, the function itself will fail soon enough.
constexpr std::size_t kMostLookedAt = std::size_t{1} << 26;

std::uint64_t number(const void* address) {
  return reinterpret_cast<std::uint64_t>(address);
}

}  // namespace

void MemoryCall::read(const void* memory, std::size_t size) const {
  if (size != 0) range_access(number(memory), std::min(size, kMostLookedAt), false, call_);
}

void MemoryCall::write(const void* memory, std::size_t size) const {
  if (size != 0) range_access(number(memory), std::min(size, kMostLookedAt), true, call_);
}

template <typename Act>
void MemoryCall::in_pieces(std::size_t size, bool backwards, Act act) const {
  const std::size_t fair_share = size / kMostPieces + (size % kMostPieces != 0 ? 1 : 0);
  const std::size_t piece =
      std::max(kSmallestPiece, (fair_share + kSmallestPiece - 1) & ~(kSmallestPiece - 1));
  const std::size_t count = size / piece + (size % piece != 0 ? 1 : 0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t start = (backwards ? count - 1 - i : i) * piece;
    act(start, std::min(piece, size - start));
  }
}

void MemoryCall::copy(void* target, const void* source, std::size_t size) const {
  auto* to = static_cast<char*>(target);
  const auto* from = static_cast<const char*>(source);
  const bool backwards = number(to) - number(from) < size;
  in_pieces(size, backwards, [&](std::size_t start, std::size_t length) {
    read(from + start, length);
    if (length > kHeldBytes) {
      write(to + start, length);
      plain().memmove(to + start, from + start, length);
      return;
    }
    char held[kHeldBytes];  // another thread may run before the write
    plain().memcpy(held, from + start, length);
    write(to + start, length);
    plain().memcpy(to + start, held, length);
  });
}

void MemoryCall::store(void* target, const void* source, std::size_t size) const {
  auto* to = static_cast<char*>(target);
  const auto* from = static_cast<const char*>(source);
  in_pieces(size, false, [&](std::size_t start, std::size_t length) {
    write(to + start, length);
    plain().memmove(to + start, from + start, length);
  });
}

void MemoryCall::fill(void* target, int value, std::size_t size) const {
  auto* to = static_cast<char*>(target);
  in_pieces(size, false, [&](std::size_t start, std::size_t length) {
    write(to + start, length);
    plain().memset(to + start, value, length);
  });
}

}  // namespace heddle::runtime
