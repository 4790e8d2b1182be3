// What a thread did to memory or to another thread, and where: it allocated a block, created a thread.
#pragma once

#include <vector>

#include "event/ids.h"

namespace heddle {

struct PastDeed {
  ThreadId thread = kNoThread;  // no thread did it
  std::vector<SiteId> stack;    // innermost first; empty: not known
};

}  // namespace heddle
