#include "runtime/naming/frame_sizes.h"

#include <algorithm>

namespace heddle::runtime::frame_sizes {

FrameSize* cache = nullptr;  // lasting memory

void prepare() {
  if (cache == nullptr) cache = new FrameSize[1u << kCacheBits]{};
}

void forget() {
  if (cache != nullptr) std::fill_n(cache, 1u << kCacheBits, FrameSize{});
}

}  // namespace heddle::runtime::frame_sizes
