// For how long a machine may hold threads up (ExecutionOptions::stall), as a person writes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "search/executor.h"

namespace heddle {

// What a busy machine does now and then.
inline constexpr char kUsualStall[] = "100ms";

// "30s", "2m", "1h", "500ms", "10"; in seconds.
std::optional<double> duration_in(const std::string& text);

// A duration, "none" or "any"; in nanoseconds.
std::optional<std::uint64_t> stall_in(const std::string& text);

}  // namespace heddle
