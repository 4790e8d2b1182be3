#include "sessions/explained_replay.h"

#include "report/text/schedule_text.h"
#include "report/text/unfinished_text.h"

namespace heddle::sessions {

Result<SavedSchedule> open_for_explaining(const SavedScheduleArguments& arguments) {
  Result<ScheduleFile> file = read_schedule(arguments.file);
  if (!file) return Error{file.error()};
  if (file->in_process_call != 0)
    return Error{"this schedule belongs to a heddle::explore() in " + file->program +
                 ": only schedules of whole programs can be explained"};
  return open_schedule(arguments, std::move(*file));
}

Result<ExplainedReplay> explained_replay(const SavedSchedule& saved, symbols::Symbolizer& symbolizer) {
  Result<std::unique_ptr<host::ExplorerProcess>> explorer = host::ExplorerProcess::start(saved.launch);
  if (!explorer) return Error{explorer.error()};
  ReplayRequest request = replay_request_of(saved.file, (*explorer)->hello().modules);
  request.explain = true;
  Result<Replayed> replayed = (*explorer)->replay(request);
  if (!replayed) return Error{replayed.error()};
  const ExecutionReport& execution = replayed->report;
  const report::Places places((*explorer)->hello().modules, symbolizer);
  if (execution.end == End::kDiverged)
    return Error{"the schedule cannot be repeated: " +
                 report::divergence_text(execution.divergence, places, saved.file.threads)};
  if (execution.end == End::kStuck)
    return Error{"the replay was ended: " + report::unfinished_sentence(execution, places)};
  if (execution.end != End::kFailed || execution.failure.kind != saved.file.outcome)
    return Error{"the schedule does not fail as recorded: " + saved.file.outcome_text};
  return ExplainedReplay{std::move(*explorer), std::move(*replayed)};
}

}  // namespace heddle::sessions
