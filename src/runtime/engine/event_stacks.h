// The call stack of every event, and the frames of the local variables that they are about, where an
// execution is to be explained.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "event/operation.h"

namespace heddle::runtime {

struct Thread;

// The same as long as the same call of a function that is instrumented is at the same instruction: then the
// local variable at the address is the same, too. 0: it is not known.
std::uint64_t frame_identity(const Thread& owner, std::uint64_t address, SiteId site);

class EventStacks {
 public:
  void begin() {
    places_.clear();
    frames_.clear();
  }
  // The running thread performed the event that was recorded last.
  void record(const Event& event) {
    record_stack(event);
    record_frame(event);
  }
  // The running thread has allocated a block.
  void record_allocation(LocationId location, SiteId site);

 private:
  std::uint32_t place_of_stack(SiteId site);
  void record_stack(const Event& event);
  void record_frame(const Event& event);

  std::unordered_map<std::uint64_t, std::uint32_t> places_;  // by hash: where the frames begin
  std::unordered_map<LocationId, std::uint64_t> frames_;     // in which a location was last: its identity
};

}  // namespace heddle::runtime
