// Which frame every part of a stack belonged to when its own thread used it last. For people: kept in replays
// only.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "event/heap_error.h"
#include "event/location.h"
#include "runtime/state/thread.h"

namespace heddle::runtime {

class FrameHistory {
 public:
  struct Use {
    ThreadId thread = kNoThread;  // nobody
    SiteId place = kNoSite;       // in the function whose frame it is
    std::uint64_t above = 0;      // the end of the frame
    std::uint32_t stack = 0;
  };

  // A frame that is gone, by the function that left it.
  struct Left {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    SiteId place = kNoSite;
    std::uint64_t order = 0;
  };

  // An object that a thread holds or is about to use when its frame is left: what it was called and who used
  // it. Something else may lie there soon.
  struct LeftObject {
    Location name;
    Use use;
  };

  void begin();
  // The running thread uses memory of its own stack.
  void used(const Thread& self, std::uint64_t address, std::uint64_t size, SiteId site);

  // It leaves the function at that depth.
  void left(const Thread& self, const Left& frame);

  Use last_use(std::uint64_t address) const;
  // The last frame around the address that the thread is known to have left; null: none.
  const Left* last_left(ThreadId thread, std::uint64_t address) const;
  PastDeed told(const Use& use) const;

  void keep(std::uint64_t address, const Location& name) {
    left_objects_[address] = {name, last_use(address)};
  }
  // Null: none was kept.
  const LeftObject* left_object(std::uint64_t address) const;

 private:
  Use use_now(const Thread& self, std::uint64_t address, SiteId site);
  std::uint32_t stack_number(const Thread& self, SiteId site);

  std::unordered_map<std::uint64_t, Use> uses_;               // by granule
  std::unordered_map<std::uint64_t, std::uint64_t> ends_;     // of frames, by path of calls and stack pointer
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // of stacks, by path of calls and site
  std::vector<std::vector<SiteId>> stacks_;
  std::vector<std::vector<Left>> left_;  // by thread and depth
  std::unordered_map<std::uint64_t, LeftObject> left_objects_;
  std::uint64_t frames_left_ = 0;
  std::size_t unwound_ = 0;
};

}  // namespace heddle::runtime
