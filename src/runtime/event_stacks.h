// The call stack of every event, where an execution is to be explained.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "event/operation.h"

namespace heddle::runtime {

class EventStacks {
 public:
  void begin() { places_.clear(); }
  // The running thread performed the event that was recorded last.
  void record(const Event& event);

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> places_;  // by hash: where the frames begin
};

}  // namespace heddle::runtime
