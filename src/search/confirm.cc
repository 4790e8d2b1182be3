#include "search/confirm.h"

#include <utility>

#include "search/repeat.h"

namespace heddle {

namespace {

std::string what_happened(const Replayed& replayed) {
  switch (replayed.report.end) {
    case End::kCompleted:
      return "its schedule was followed to the end and passed: the program depends on something that Heddle "
             "does not "
             "control (memory that is read before it is written, files, other processes)";
    case End::kDiverged:
      return "step " + std::to_string(replayed.report.divergence.step + 1) +
             " of its schedule could not be repeated (" + replayed.report.divergence.reason +
             "): the program depends on something that Heddle does not control (time stamps of the "
             "processor, addresses, "
             "files, other processes)";
    case End::kFailed:
      return "its schedule failed again, but in another way";
    case End::kStuck:
      return "there was no time to repeat it: that was not over after " +
             std::to_string((replayed.report.milliseconds + 999) / 1000) + " s";
    default:
      return "the process that repeated it vanished";
  }
}

std::string why_unstable(const Replayed& differs, int failed_before) {
  std::string what = what_happened(differs);
  if (failed_before == 0) return what;
  return std::to_string(failed_before) + " of " + std::to_string(failed_before + 1) +
         " replays failed in this way; in the last one, " + what;
}

}  // namespace

Confirmation confirm_failure(const Failure& found, const ReplayOnce& replay,
                             const std::function<bool()>& time_is_up) {
  Confirmation result;
  while (result.replays < kReplaysToBelieve && !time_is_up()) {
    Result<Replayed> replayed = replay(result.replays == 0);
    if (!replayed) {
      result.problem = replayed.error();
      return result;
    }
    if (replayed->report.end == End::kFailed && same_failure(found, replayed->report.failure)) {
      ++result.replays;
      if (!result.first) result.first = std::move(*replayed);
      continue;
    }
    if (result.replays > 0 && replayed->report.end == End::kStuck && time_is_up()) break;
    result.problem = why_unstable(*replayed, result.replays);
    if (replayed->ordered_by != kNoSite)
      if (const Module* library = replayed->modules.find(replayed->ordered_by))
        result.ordered_by = library->path;
    result.other = std::move(*replayed);
    return result;
  }
  if (result.replays == 0)
    result.problem = "there was no time left to repeat it; raise --time, or try 'heddle replay'";
  return result;
}

Confirmation confirm_bug(Bug& bug, const ExecutionReport& found, const ExecutionOptions& options,
                         Replayer& replayer, const std::function<bool()>& time_is_up) {
  bug.stable = false;
  if (found.schedule_is_lost) {
    bug.unstable_reason = "its schedule did not fit into --memory-limit; raise it";
    return {};
  }
  ReplayRequest request = replay_request(options_of(found, options), found.schedule, found.failure);
  const auto replay = [&](bool is_first) {
    if (!is_first) request.max_recorded_steps = 0;  // what happens has been told
    Result<Replayed> replayed = replayer.replay(request, time_is_up);
    if (is_first) bug.output = replayer.output(kKeptOutput);
    return replayed;
  };
  const std::uint64_t number = found.number;
  Confirmation confirmation = confirm_failure(found.failure, replay, time_is_up);
  bug.stable = confirmation.problem.empty();
  bug.unstable_reason = confirmation.problem;
  bug.ordered_by = confirmation.ordered_by;
  if (!confirmation.first) return confirmation;
  bug.report = confirmation.first->report;
  bug.report.number = number;
  bug.report.early = found.early;  // a replay, which sees more, may not see that others only poll
  bug.record = confirmation.first->record;
  bug.preemptions = confirmation.first->preemptions;
  return confirmation;
}

}  // namespace heddle
