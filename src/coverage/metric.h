// Something that executions exercise and that can be counted.
#pragma once

#include <cstddef>
#include <vector>

#include "coverage/coverage_report.h"
#include "event/execution.h"

namespace heddle {

class Metric {
 public:
  virtual ~Metric() = default;

  // `number` counts those that were measured before. Whether it told anything that none before it had.
  virtual bool add(const Execution& execution, std::uint64_t number) = 0;
  virtual std::size_t covered() const = 0;
  // Objects are given as LocationIds here.
  virtual std::vector<CoverageItem> items() const = 0;
};

}  // namespace heddle
