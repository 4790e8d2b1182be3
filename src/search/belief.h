// When a failure is believed.
#pragma once

namespace heddle {

// What depends on chance may fail again once. So many replays must fail, and none may do anything else.
inline constexpr int kReplaysToBelieve = 3;

}  // namespace heddle
