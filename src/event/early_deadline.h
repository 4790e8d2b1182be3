// Sleeps and time-outs that ended although other threads could have gone on: a machine would have had to hold
// these up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "event/ids.h"

namespace heddle {

struct EarlyDeadline {
  std::uint64_t lasts = 0;  // the wait, from its beginning to its deadline, in nanoseconds
  SiteId site = kNoSite;
  ThreadId thread = kNoThread;  // that waited
  ThreadId other = kNoThread;   // the first that could have gone on
  std::uint32_t others = 0;     // how many could
  bool sleeps = false;          // for no other reason than to let time pass

  friend bool operator==(const EarlyDeadline&, const EarlyDeadline&) = default;
};

// Of one execution, as far as there is room.
struct EarlyDeadlines {
  static constexpr std::size_t kMostKept = 4;

  std::uint32_t count = 0;
  std::array<EarlyDeadline, kMostKept> first{};
};

}  // namespace heddle
