// Replays, as they are asked for and answered (search/messages.h): how a request is executed, and what is
// told of the execution.
#pragma once

#include <memory>

#include "search/messages.h"
#include "strategies/strategy.h"

namespace heddle::runtime {

// The strategy that follows what is asked for, which it takes out of the request. The options of the
// execution become those that the answer needs.
std::unique_ptr<Strategy> prepare_replay(ReplayRequest& request);

Replayed answer_to(const ReplayRequest& request, const Execution& execution);

}  // namespace heddle::runtime
