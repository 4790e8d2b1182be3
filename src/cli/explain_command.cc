// heddle explain: what the threads did on the way to a failure, as a table.
#include <cstdio>
#include <memory>

#include "cli/command.h"
#include "cli/saved_schedule.h"
#include "cli/terminal.h"
#include "report/explain_text.h"
#include "report/schedule_text.h"
#include "symbols/symbolizer.h"

namespace heddle::cli {

namespace {

struct ExplainArguments {
  SavedScheduleArguments saved;
  bool everything = false;
};

int explain(const ExplainArguments& arguments) {
  Result<ScheduleFile> file = read_schedule(arguments.saved.file);
  if (!file) return complain(kWrongUse, file.error());
  if (file->in_process_call != 0)
    return complain(kWrongUse, "this schedule belongs to a heddle::explore() in " + file->program +
                                   ": only schedules of whole programs can be explained");
  Result<SavedSchedule> saved = open_schedule(arguments.saved, *file);
  if (!saved) return complain(kWrongUse, saved.error());
  watch_for_interrupts();
  Result<std::unique_ptr<host::ExplorerProcess>> explorer = host::ExplorerProcess::start(saved->launch);
  if (!explorer) return complain(kNotControlled, explorer.error());
  ReplayRequest request = replay_request_of(*file, (*explorer)->hello().modules);
  request.explain = true;
  const Result<Replayed> replayed = (*explorer)->replay(request);
  if (!replayed) return complain(kNotControlled, replayed.error());
  symbols::Symbolizer symbolizer;
  const report::Places places((*explorer)->hello().modules, symbolizer);
  const ExecutionReport& execution = replayed->report;
  if (execution.end == End::kDiverged)
    return complain(kNotControlled, "the schedule cannot be repeated: " +
                                        report::divergence_text(execution.divergence, places, file->threads));
  if (execution.end != End::kFailed || execution.failure.kind != file->outcome)
    return complain(kNotControlled, "the schedule does not fail as recorded: " + file->outcome_text);
  const report::Explanation explanation{replayed->trace,       execution.failure,   execution.threads,
                                        replayed->preemptions, file->expected_exit, arguments.everything};
  std::fputs(explain_text(explanation, places, output_style()).c_str(), stdout);
  return kSuccess;
}

}  // namespace

Verb add_explain(CLI::App& application) {
  CLI::App* app = application.add_subcommand(
      "explain", "What the threads did on the way to a failure: a table with values, a column for each");
  auto arguments = std::make_shared<ExplainArguments>();
  add_schedule_options(*app, arguments->saved);
  app->add_flag("--all", arguments->everything, "fold nothing: every step that others could notice");
  app->footer(
      "Time runs downwards, and every thread has a column. Calls are indented.\n\n"
      "Exit status: 0 explained, 3 the schedule does not fail any more as recorded, 2 wrong use.\n\n"
      "Examples:\n"
      "  heddle explain heddle-out/bug-1.schedule\n"
      "  heddle explain --all heddle-out/bug-1.schedule | less");
  return {app, [arguments] { return explain(*arguments); }};
}

}  // namespace heddle::cli
