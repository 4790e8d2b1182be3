#include "runtime/services/frame_history.h"

#include <algorithm>

#include "event/empty_out.h"
#include "event/hash.h"
#include "runtime/naming/call_site.h"

namespace heddle::runtime {

namespace {

// Unwinding takes its time, and large buffers need no name for every word.
constexpr std::size_t kMostUnwoundFrames = 10'000;
constexpr std::uint64_t kMostBytes = 4096;

// Of the running thread's frames, the one that the address lies in; null: none.
const UnwoundFrame* frame_around(const std::vector<UnwoundFrame>& frames, std::uint64_t address) {
  for (std::size_t i = 0; i + 1 < frames.size(); ++i)
    if (address >= frames[i].stack_pointer && address < frames[i + 1].stack_pointer) return &frames[i];
  return nullptr;
}

}  // namespace

void FrameHistory::begin() {
  empty_out(uses_);
  empty_out(ends_);
  empty_out(numbers_);
  stacks_.clear();
  left_.clear();
  empty_out(left_objects_);
  unwound_ = 0;
}

void FrameHistory::used(const Thread& self, std::uint64_t address, std::uint64_t size, SiteId site) {
  const Use use = use_now(self, address, site);
  const std::uint64_t end = address + std::min(std::max<std::uint64_t>(size, 1), kMostBytes);
  for (std::uint64_t granule = address & ~(kGranuleSize - 1); granule < end; granule += kGranuleSize)
    uses_[granule] = use;
}

FrameHistory::Use FrameHistory::use_now(const Thread& self, std::uint64_t address, SiteId site) {
  Use use{self.id, site, 0, stack_number(self, site)};
  std::uint64_t key = 0;
  if (self.top_frame() != nullptr) {
    // A frame lies between its own stack pointer and its caller's.
    std::uint32_t i = self.depth - 1;
    while (i > 0 && address >= self.frames[i - 1].stack_pointer) --i;
    if (i + 1 < self.depth) use.place = load_map().site_of(self.frames[i + 1].return_address);
    key = combine(self.frames[i].hash, self.frames[i].stack_pointer);
    if (const auto known = ends_.find(key); known != ends_.end()) {
      use.above = known->second;
      return use;
    }
  }
  if (unwound_++ >= kMostUnwoundFrames) return use;
  const std::vector<UnwoundFrame> frames = unwound_frames();
  const UnwoundFrame* frame = frame_around(frames, address);
  if (frame == nullptr) return use;
  use.above = frame[1].stack_pointer;
  if (key != 0)
    ends_[key] = use.above;
  else
    use.place = load_map().site_of(frame->pc);
  return use;
}

std::uint32_t FrameHistory::stack_number(const Thread& self, SiteId site) {
  const auto next = static_cast<std::uint32_t>(stacks_.size());
  const auto [entry, added] = numbers_.try_emplace(combine(self.stack_hash(), site), next);
  if (added) stacks_.push_back(stack_of(self, site));
  return entry->second;
}

void FrameHistory::left(const Thread& self, const Left& frame) {
  if (self.id >= left_.size()) left_.resize(self.id + std::size_t{1});
  std::vector<Left>& frames = left_[self.id];
  if (self.depth >= frames.size()) frames.resize(self.depth + std::size_t{1});
  frames[self.depth] = frame;
  frames[self.depth].order = ++frames_left_;
}

const FrameHistory::Left* FrameHistory::last_left(ThreadId thread, std::uint64_t address) const {
  const Left* last = nullptr;
  if (thread >= left_.size()) return last;
  for (const Left& frame : left_[thread])
    if (address >= frame.start && address < frame.end && (last == nullptr || last->order < frame.order))
      last = &frame;
  return last;
}

FrameHistory::Use FrameHistory::last_use(std::uint64_t address) const {
  const auto found = uses_.find(address & ~(kGranuleSize - 1));
  return found == uses_.end() ? Use{} : found->second;
}

const FrameHistory::LeftObject* FrameHistory::left_object(std::uint64_t address) const {
  const auto found = left_objects_.find(address);
  return found == left_objects_.end() ? nullptr : &found->second;
}

PastDeed FrameHistory::told(const Use& use) const {
  if (use.thread == kNoThread) return {};
  return {use.thread, stacks_[use.stack]};
}

}  // namespace heddle::runtime
