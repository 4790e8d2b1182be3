// What a livelock says of itself that was only guessed, because the time for the execution was up.
#pragma once

#include <string_view>

#include "event/failure.h"

namespace heddle {

inline constexpr char kTimeLimit[] = "the real-time limit of the execution";

inline bool is_guessed(const Failure& failure) {
  return failure.kind == FailureKind::kTimeout ||
         (failure.kind == FailureKind::kLivelock && failure.text.starts_with(kTimeLimit));
}

}  // namespace heddle
