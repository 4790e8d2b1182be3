// A program of the user's as it is, not under control: what it prints, within limits of time and size.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "event/result.h"

namespace heddle::host {

struct NativeOutcome {
  int status = 0;      // as a shell shows it: 128 + N after signal N
  std::string output;  // what it wrote to standard output
  std::string errors;  // ... and to standard error
};

struct NativeLimits {
  double seconds = 30;
  std::size_t bytes = 16u << 20;
};

// Standard input is empty. The process and those that it started are ended at the limit of time; the error
// says so.
Result<NativeOutcome> run_natively(const std::vector<std::string>& words, const NativeLimits& limits = {});

}  // namespace heddle::host
