// Which interleaving roots a program may have, judged by one execution of it: those that the order of threads
// (creation, join, condition variables, barriers; not locks) and the locks held do not forbid. Like every
// prediction it can be wrong both ways; active testing finds out.
#pragma once

#include <span>
#include <vector>

#include "analysis/iroot.h"
#include "event/operation.h"

namespace heddle {

struct IRootPrediction {
  IdiomSet idioms = 1u << 1;
  std::size_t local_window = 6;      // accesses between two of one thread that a root may join
  std::size_t most_roots = 100'000;  // beyond which nothing more is predicted
};

// None twice.
std::vector<IRoot> predict_iroots(std::span<const Event> events, const IRootPrediction& options);

}  // namespace heddle
