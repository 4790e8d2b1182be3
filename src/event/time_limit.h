// What a livelock says of itself where its state did not come back: the time for the execution was up, or
// there was no progress for very long.
#pragma once

#include <string_view>

#include "event/failure.h"

namespace heddle {

inline constexpr char kTimeLimit[] = "the real-time limit of the execution";
inline constexpr char kNoProgress[] = "no progress seen in ";

// It got on until its time was up: it might have ended a little later.
inline bool is_guessed(const Failure& failure) {
  return failure.kind == FailureKind::kTimeout ||
         (failure.kind == FailureKind::kLivelock && failure.text.starts_with(kTimeLimit));
}

}  // namespace heddle
