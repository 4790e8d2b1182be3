// A child that is run to its end, and what it says.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "process/child.h"

namespace heddle::process {

// Which of its streams is kept. The others go where the options say.
enum class Keep { kOutput, kErrors, kBoth, kBothAsOne };

struct CollectLimits {
  std::optional<double> seconds;  // none: it is waited for, and so is what it started and shares its streams
  std::size_t bytes =
      ~std::size_t{0};  // of each stream; the rest is read and dropped, so that the child never waits
};

struct Collected {
  Ending ending = Ending::lost();
  std::string output;  // with kBothAsOne, both
  std::string errors;
  bool late = false;  // killed at the limit of time, with its group
};

// The error is that of Child::start().
Result<Collected> collect(ChildOptions options, Keep keep, const CollectLimits& limits = {});

}  // namespace heddle::process
