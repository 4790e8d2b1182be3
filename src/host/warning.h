// Something that passing executions have shown to be possible. Only what has happened is a bug.
#pragma once

#include <cstdint>

#include "analysis/predicted_deadlock.h"

namespace heddle::host {

struct Warning {
  PredictedDeadlock deadlock;
  std::uint64_t attempts = 0;  // executions that were to make it happen
  unsigned bug = 0;            // the number of the bug that it turned out to be; 0: it has not happened
};

}  // namespace heddle::host
