// What a strategy's decision costs, without the engine around it.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::bench {

// Nanoseconds for one decision among eight threads, in executions of so many decisions.
double decision_time(const std::string& strategy, std::uint64_t decisions);

}  // namespace heddle::bench
