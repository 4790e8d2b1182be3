// Repeats a failure in fresh processes until it can be believed.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "event/failure.h"
#include "event/result.h"
#include "search/belief.h"
#include "search/bug.h"
#include "search/messages.h"
#include "search/replayer.h"

namespace heddle {

struct Confirmation {
  int replays = 0;                // that failed as found
  std::optional<Replayed> first;  // of those
  std::optional<Replayed> other;  // the one that did something else
  std::string problem;            // why it is not stable; empty: it is
  std::string ordered_by;         // see Bug
};

// Replays once; the first replay is the one that is reported.
using ReplayOnce = std::function<Result<Replayed>(bool is_first)>;

// Time may be up before there were enough replays: then those that there were have to do, if there was one.
Confirmation confirm_failure(const Failure& found, const ReplayOnce& replay,
                             const std::function<bool()>& time_is_up);

// Fills in what is known of the bug then, by replays of the execution that was found. That execution may be
// the bug's own report.
Confirmation confirm_bug(Bug& bug, const ExecutionReport& found, const ExecutionOptions& options,
                         Replayer& replayer, const std::function<bool()>& time_is_up);

}  // namespace heddle
