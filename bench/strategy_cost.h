// What a strategy's decision costs, without the engine around it.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::bench {

// Nanoseconds for one decision among eight threads: in short executions, in long ones, and by `random`. All
// are measured in turn, for the machine may become slower or faster meanwhile.
struct DecisionCost {
  double time, in_long_executions, of_random;
};
DecisionCost decision_cost(const std::string& strategy);

}  // namespace heddle::bench
