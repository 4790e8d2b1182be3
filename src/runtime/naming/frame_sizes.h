// The sizes of frames of code without instrumentation, by return address, as the unwinder has found them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// On x86_64 the distance from one return address to the next on the stack belongs to the call instruction: it
// is looked up once. On aarch64 that is so as long as the frame record has its place in the frame.
struct FrameSize {
  std::uint64_t return_address;
  std::uint32_t size;    // 0: unknown
  std::uint32_t record;  // aarch64: from the stack pointer to the frame record
};

namespace frame_sizes {

void prepare();
// Another library may lie where one was.
void forget();

inline constexpr unsigned kCacheBits = 9;  // few pages: a forked child copies those that it writes to
[[gnu::visibility("hidden")]] extern FrameSize* cache;
// Where the size at this return address is kept, if it is known, and to be kept if not.
inline FrameSize& at(std::uint64_t return_address) {
  return cache[(return_address * 0x9e3779b97f4a7c15ull) >> (64 - kCacheBits)];
}

}  // namespace frame_sizes

}  // namespace heddle::runtime
