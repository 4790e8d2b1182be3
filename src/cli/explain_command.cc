// heddle explain: what the threads did on the way to a failure, as a table.
#include <cstdio>
#include <memory>

#include "cli/command.h"
#include "cli/schedule_arguments.h"
#include "report/text/explain_text.h"
#include "sessions/explained_replay.h"
#include "sessions/terminal.h"
#include "symbols/symbolizer.h"

namespace heddle::cli {

namespace {

struct ExplainArguments {
  SavedScheduleArguments saved;
  bool everything = false;
};

int explain(const ExplainArguments& arguments) {
  const Result<SavedSchedule> saved = open_for_explaining(arguments.saved);
  if (!saved) return complain(kWrongUse, saved.error());
  symbols::Symbolizer symbolizer;
  const Result<ExplainedReplay> again = explained_replay(*saved, symbolizer);
  if (!again) return complain(kNotControlled, again.error());
  const report::Places places(again->explorer->hello().modules, symbolizer);
  const Replayed& replayed = again->replayed;
  const report::Explanation explanation{
      replayed.trace,       replayed.report.failure,   replayed.report.threads,
      replayed.preemptions, saved->file.expected_exit, arguments.everything};
  std::fputs(explain_text(explanation, places, output_style()).c_str(), stdout);
  return kSuccess;
}

}  // namespace

Verb add_explain(CLI::App& application) {
  CLI::App* app = application.add_subcommand(
      "explain", "Show what the threads did up to a failure: a table with values, a column for each thread");
  auto arguments = std::make_shared<ExplainArguments>();
  add_schedule_options(*app, arguments->saved);
  app->add_flag("--all", arguments->everything,
                "fold nothing: show every step that other threads could observe");
  app->footer(
      "Time runs downwards, and every thread has a column. Calls are indented.\n\n"
      "Exit status: 0 explained, 3 the schedule no longer fails as recorded, 2 usage error.\n\n"
      "Examples:\n"
      "  heddle explain heddle-out/bug-1.schedule\n"
      "  heddle explain --all heddle-out/bug-1.schedule | less");
  return {app, [arguments] { return explain(*arguments); }};
}

}  // namespace heddle::cli
