// What would have made the threads of an execution see the newest stores (analysis/missing_order.h), as later
// executions can be told to do it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "search/bug.h"
#include "search/messages.h"

namespace heddle {

// What is known of the program's code.
struct CodeLines {
  // Whether a site is in a library's function: then several places of the program may share it.
  std::function<bool(SiteId)> is_in_library;
  // A line may be at several sites: a loop that was unrolled.
  std::function<std::string(SiteId)> line;
};

// What of an execution had to do with older stores.
OlderStores older_stores(const ExplainedTrace& trace);

// Empty: there are none, or more than an execution can be told.
std::vector<Strengthened> missing_orders(const ExplainedTrace& trace, const CodeLines& lines);

}  // namespace heddle
