// How sure a livelock is: the state of the program came back, or there was no progress for very long. A
// failure carries it as words, which a schedule file keeps.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle {

inline constexpr std::string_view kNothingChanges = "nothing changes any more";
inline constexpr std::string_view kNoProgress = "no progress seen in ";

struct LivelockVerdict {
  enum class Kind : std::uint8_t { kProved, kQuiet };

  Kind kind = Kind::kProved;
  std::uint64_t without_progress = 0;  // kQuiet: steps, rounded down

  friend bool operator==(const LivelockVerdict&, const LivelockVerdict&) = default;
};

// Of steps only the two first digits count: two runs hardly ever have the same number.
LivelockVerdict no_progress_in(std::uint64_t steps);
std::string to_text(const LivelockVerdict& verdict);
// What the words (of a failure, or a headline with them in it) say.
LivelockVerdict verdict_in(std::string_view text);

}  // namespace heddle
