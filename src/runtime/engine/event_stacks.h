// The call stack of every event, and the frames of the local variables that they are about, where an
// execution is to be explained.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "event/operation.h"

namespace heddle::runtime {

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

 private:
  void record_stack(const Event& event);
  void record_frame(const Event& event);

  std::unordered_map<std::uint64_t, std::uint32_t> places_;  // by hash: where the frames begin
  std::unordered_map<LocationId, std::uint64_t> frames_;     // in which a location was last: its identity
};

}  // namespace heddle::runtime
