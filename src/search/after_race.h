// How long a search for the first bug goes on when it has found a data race. A race is a bug, but what the
// program does wrong because of it is worth more.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace heddle {

class AfterRace {
 public:
  // It was found after so many executions.
  explicit AfterRace(std::uint64_t executions)
      : executions_(executions + std::max(executions, kFewestExecutions)),
        end_(std::chrono::steady_clock::now() + kLongest) {}

  std::uint64_t executions() const { return executions_; }  // in all
  bool is_over(std::uint64_t executions) const {
    return executions >= executions_ || std::chrono::steady_clock::now() >= end_;
  }

 private:
  static constexpr std::uint64_t kFewestExecutions = 1000;
  static constexpr std::chrono::seconds kLongest{10};

  std::uint64_t executions_;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace heddle
