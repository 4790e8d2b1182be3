// A failure in the words of the `heddle` command, which can read debug information: the library cannot.
#pragma once

#include <optional>
#include <string>

#include "search/messages.h"

namespace heddle::runtime {

struct ToldFailure {
  std::string headline;
  std::string report;  // in full
};

// Nothing: there is no command beside this library.
std::optional<ToldFailure> told_by_tool(const Replayed& replayed);

}  // namespace heddle::runtime
