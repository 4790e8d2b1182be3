// How sure a livelock is: the state of the program came back, or there was no progress for long, or only the
// time for the execution was up. A failure carries it as words, which a schedule file keeps.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "event/failure.h"
#include "event/time_limit.h"

namespace heddle {

inline constexpr std::string_view kNothingChanges = "nothing changes any more";

struct LivelockVerdict {
  enum class Kind : std::uint8_t { kProved, kQuiet, kOutOfTime };

  Kind kind = Kind::kProved;
  bool time_was_up = false;            // kQuiet: up to the limit of real time
  std::uint64_t without_progress = 0;  // kQuiet: steps, rounded down

  friend bool operator==(const LivelockVerdict&, const LivelockVerdict&) = default;
};

// Of steps only the two first digits count: two runs hardly ever have the same number.
LivelockVerdict no_progress_in(std::uint64_t steps, bool time_was_up);
std::string to_text(const LivelockVerdict& verdict);
// What the words (of a failure, or a headline with them in it) say.
LivelockVerdict verdict_in(std::string_view text);

}  // namespace heddle
