// Threads that have ended, and that no thread has joined or detached when the process ends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "event/ids.h"

namespace heddle {

// What becomes of them: nothing, a note, or the execution fails.
enum class Unjoined : std::uint8_t { kIgnore, kNote, kFail };

// Of one execution: where they were created, each place once, as far as there is room.
struct UnjoinedThreads {
  static constexpr std::size_t kMostPlaces = 4;

  std::uint32_t count = 0;
  std::array<SiteId, kMostPlaces> places{};
};

}  // namespace heddle
