// heddle shrink: the failure of a saved schedule with the fewest context switches.
#include <unistd.h>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "cli/command.h"
#include "cli/schedule_arguments.h"
#include "cli/values.h"
#include "host/explorer_crew.h"
#include "host/output_folder.h"
#include "report/model/text.h"
#include "report/text/headline.h"
#include "report/text/schedule_text.h"
#include "report/text/shrink_text.h"
#include "search/repeat.h"
#include "search/shrink_bug.h"
#include "sessions/saved_schedule.h"
#include "sessions/terminal.h"
#include "symbols/symbolizer.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

struct ShrinkArguments {
  SavedScheduleArguments saved;
  std::string out;
  std::uint64_t executions = 500;
  std::string time = "60s";
  unsigned jobs = default_jobs();
  bool quiet = false;
};

// "bug-1.schedule" becomes "bug-1.shrunk.schedule".
std::string default_output(const std::string& file) {
  fs::path path(file);
  const fs::path extension = path.extension();
  path.replace_extension(".shrunk");
  path += extension;
  return path.string();
}

// The bug as the file tells it, after it has failed again.
Result<Bug> repeat(host::ExplorerProcess& explorer, const ScheduleFile& file, const report::Places& places) {
  Result<Replayed> replayed = explorer.replay(replay_request_of(file, explorer.hello().modules));
  if (!replayed) return Error{replayed.error()};
  if (replayed->report.end == End::kDiverged)
    return Error{"the schedule cannot be repeated: " +
                 report::divergence_text(replayed->report.divergence, places, file.threads)};
  if (replayed->report.end != End::kFailed || replayed->report.failure.kind != file.outcome)
    return Error{"the schedule does not fail as recorded: " + file.outcome_text};
  Bug bug;
  bug.report = std::move(replayed->report);
  bug.record = std::move(replayed->record);
  bug.preemptions = std::move(replayed->preemptions);
  return bug;
}

// Its standard input, and where the program ran, are told as seen from the schedule that was given.
std::string seen_from(const std::string& out, const SavedScheduleArguments& saved, const std::string& path) {
  if (path.empty() || path.starts_with('/')) return path;
  const fs::path there = fs::absolute(saved.file).parent_path() / path;
  return fs::proximate(there, fs::absolute(out).parent_path()).string();
}

int shrink(const ShrinkArguments& arguments) {
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                             std::chrono::duration<double>(parse_duration(arguments.time)));
  Result<ScheduleFile> file = read_schedule(arguments.saved.file);
  if (!file) return complain(kWrongUse, file.error());
  if (file->in_process_call != 0)
    return complain(kWrongUse, "this schedule belongs to a heddle::explore() in " + file->program +
                                   ": only schedules of whole programs can be shrunk");
  Result<SavedSchedule> saved = open_schedule(arguments.saved, *file);
  if (!saved) return complain(kWrongUse, saved.error());
  watch_for_interrupts();
  Result<std::unique_ptr<host::ExplorerProcess>> explorer = host::ExplorerProcess::start(saved->launch);
  if (!explorer) return complain(kNotControlled, explorer.error());
  symbols::Symbolizer symbolizer;
  const report::Places places((*explorer)->hello().modules, symbolizer);
  Result<Bug> bug = repeat(**explorer, *file, places);
  if (!bug) return complain(kNotControlled, bug.error());
  if (const std::string why = why_not_shrunk(*bug); !why.empty())
    return complain(kWrongUse, "this failure is not shrunk: " + why);

  const std::string before = report::size_text(*bug);
  ShrinkDisplay display(arguments.quiet);
  host::ExplorerCrew crew(**explorer, saved->launch, arguments.jobs);
  shrink_bug(*bug, crew, execution_options(*file), {arguments.executions, end},
             [&display](std::uint64_t reexecutions) {
               display.show(reexecutions);
               return interrupted();
             });
  display.clear();
  if (!bug->shrinking.done) return complain(kNotControlled, bug->shrinking.ended_early);

  const std::string out = arguments.out.empty() ? default_output(arguments.saved.file) : arguments.out;
  file->input = seen_from(out, arguments.saved, file->input);
  file->folder = seen_from(out, arguments.saved, file->folder);
  report::put_execution(*file, *bug, places);
  const report::Style style = output_style();
  if (!arguments.quiet)
    std::fputs(report::wrapped(report::headline(bug->report.failure, places, file->expected_exit)).c_str(),
               stdout);
  std::fputs(report::essence_text(*bug, places, style).c_str(), stdout);
  std::fputs(report::wrapped("From " + before + " to " + report::size_text(*bug) + ", by " +
                             report::counted(bug->shrinking.reexecutions, "re-execution") + ".")
                 .c_str(),
             stdout);
  if (!bug->shrinking.ended_early.empty())
    std::fputs(report::wrapped("There may be a shorter one: " + bug->shrinking.ended_early + ".").c_str(),
               stdout);
  if (const Result<bool> written = host::write_file(out, print(*file)); !written)
    return complain(kNotControlled, written.error());
  std::printf("  schedule:  %s\n", report::visible(out).c_str());
  std::printf("  run again: %s\n",
              style.bold("heddle replay " + report::visible(report::shell_quoted(out))).c_str());
  return interrupted() ? kInterrupted : kSuccess;
}

}  // namespace

Verb add_shrink(CLI::App& application) {
  CLI::App* app = application.add_subcommand("shrink",
                                             "Find the failure of a saved schedule with the fewest context "
                                             "switches, and the lines whose order matters");
  auto arguments = std::make_shared<ShrinkArguments>();
  add_schedule_options(*app, arguments->saved);
  app->add_option("--out", arguments->out,
                  "where to write the shorter schedule (beside FILE: bug-1.shrunk.schedule)");
  app->add_option("--executions", arguments->executions, "at most N re-executions")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--time", arguments->time, "time limit: 30s, 5m")->capture_default_str();
  add_jobs(*app, arguments->jobs, "re-executions at the same time");
  app->add_flag("--quiet", arguments->quiet, "no progress and no headline");
  app->footer(
      "The failure stays the same: its kind, and the places in the code. 'heddle run' shrinks its bugs\nby "
      "itself, unless --no-shrink is given.\n\n"
      "A context switch counts when it preempts a thread that could have continued, or returns to such a "
      "thread.\n\n"
      "Exit status: 0 written, 3 the schedule no longer fails as recorded, 2 usage error, 130 "
      "interrupted (the best\nschedule so far is written).\n\n"
      "Examples:\n"
      "  heddle shrink heddle-out/bug-1.schedule\n"
      "  heddle shrink heddle-out/bug-1.schedule --out short.schedule --time 5m");
  return {app, [arguments] { return shrink(*arguments); }};
}

}  // namespace heddle::cli
