// What a livelock says of itself that was only guessed, because the time for the execution was up or there
// was no progress for too long.
#pragma once

#include <string_view>

#include "event/failure.h"

namespace heddle {

inline constexpr char kTimeLimit[] = "the real-time limit of the execution";
inline constexpr char kNoProgress[] = "no progress seen in ";

inline bool is_guessed(const Failure& failure) {
  return failure.kind == FailureKind::kTimeout ||
         (failure.kind == FailureKind::kLivelock &&
          (failure.text.starts_with(kTimeLimit) || failure.text.starts_with(kNoProgress)));
}

}  // namespace heddle
