// Which events a strategy counts.
#pragma once

#include <cstdint>

#include "event/operation.h"

namespace heddle {

enum class EventClass : std::uint8_t { kAcquire, kSync, kAll };
inline constexpr int kEventClasses = 3;

constexpr bool belongs(const Event& event, EventClass to) {
  switch (to) {
    case EventClass::kAcquire:
      return is_acquisition(event.kind) && event.detail == 0;  // a try that failed acquired nothing
    case EventClass::kSync:
      return !is_plain_access(event.kind);
    case EventClass::kAll:
      break;
  }
  return true;
}

}  // namespace heddle
