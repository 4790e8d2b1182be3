// heddle replay: one saved schedule again, exactly.
#include <unistd.h>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "analysis/context_switches.h"
#include "cli/command.h"
#include "cli/replay_near.h"
#include "cli/schedule_arguments.h"
#include "cli/values.h"
#include "event/schedule_line.h"
#include "host/debugger.h"
#include "host/explorer_process.h"
#include "report/model/text.h"
#include "report/text/early_text.h"
#include "report/text/explain_text.h"
#include "report/text/failure_text.h"
#include "report/text/headline.h"
#include "report/text/program_output.h"
#include "report/text/schedule_text.h"
#include "report/text/shrink_text.h"
#include "report/text/unfinished_text.h"
#include "sessions/saved_schedule.h"
#include "sessions/terminal.h"
#include "sessions/tool_paths.h"
#include "symbols/symbolizer.h"

namespace heddle::cli {

namespace {

struct ReplayArguments {
  SavedScheduleArguments saved;
  std::uint64_t repeat = 1;
  bool show_output = false;
  bool gdb = false;
  bool line = false;
  bool near = false;
  std::uint64_t executions = 100;
  std::uint64_t seed = 1;
  std::string out;
};

struct DebuggerPlace {
  std::string debugger;
  std::vector<std::string> options;
};

// What one replay says, and the exit status that goes with it.
int tell(const Replayed& replayed, const ScheduleFile& file, const report::Places& places,
         const std::string& output, bool all_output) {
  const report::Style style = output_style();
  const ExecutionReport& report = replayed.report;
  switch (report.end) {
    case End::kFailed: {
      std::fputs(failure_text(report.failure, places, style, file.expected_exit).c_str(), stdout);
      if (all_output)
        std::fwrite(output.data(), 1, output.size(), stdout);
      else
        std::fputs(report::output_excerpt(output, style).c_str(), stdout);
      std::fputs(report::early_lines(report, report::Shrunk::kNo, places).c_str(), stdout);
      if (report.failure.kind == file.outcome) {
        std::printf("%s after %s and %s.\n", style.bold("Failed as recorded").c_str(),
                    report::counted(report.steps, "step").c_str(),
                    report::counted_switches(
                        context_switches(report.schedule, replayed.preemptions, report.failure.cycle))
                        .c_str());
        return kBugFound;
      }
      std::printf("The schedule was followed, but the failure recorded is: %s\n", file.outcome_text.c_str());
      return kNotControlled;
    }
    case End::kCompleted:
      std::printf("Passed: the program ended by itself with status %d. Recorded was: %s\n",
                  report.exit_status, file.outcome_text.c_str());
      return kSuccess;
    case End::kDiverged:
      std::printf("%s: %s\n", style.bold("Diverged").c_str(),
                  report::divergence_text(report.divergence, places, file.threads).c_str());
      return kNotControlled;
    case End::kRefused:
      return complain(kNotControlled,
                      report.failure.text + " (at " + places.place(report.failure.site) + ")");
    case End::kStuck:
      return complain(kNotControlled, "the replay was ended: " + report::unfinished_sentence(report, places));
    default:
      return complain(kNotControlled, "the replayed execution vanished: it was killed from outside");
  }
}

int debug(const DebuggerPlace& place, const ReplayArguments& arguments, host::DebuggerSession session) {
  session.script = find_tool_paths().share_folder + "/heddle_gdb.py";
  session.options = place.options;
  if (access(session.script.c_str(), R_OK) != 0)
    return complain(kNotControlled, session.script + " is missing; is the installation complete?");
  std::printf(
      "%s\ngdb stops where it happens. 'heddle threads' shows the other threads, 'heddle help' the rest.\n",
      output_style().bold(session.headline).c_str());
  std::fflush(stdout);
  const Result<int> status = host::run_debugger(place.debugger, session);
  if (!status) return complain(kNotControlled, status.error());
  if (*status == 0) return kBugFound;
  return complain(kNotControlled,
                  "gdb ended with status " + std::to_string(*status) + " on " + arguments.saved.file);
}

bool is_as_recorded(const ExecutionReport& report, const ScheduleFile& file) {
  if (file.outcome == FailureKind::kNone) return report.end == End::kCompleted;
  return report.end == End::kFailed && report.failure.kind == file.outcome;
}

// Of all replays of one schedule.
struct Repetition {
  std::uint64_t replays = 0;
  std::uint64_t as_recorded = 0;
  std::uint64_t identical = 0;  // with the first, that one included

  void add(const Replayed& replayed, const Replayed& first, const ScheduleFile& file) {
    ++replays;
    if (is_as_recorded(replayed.report, file)) ++as_recorded;
    if (replayed.event_hash == first.event_hash && replayed.report.end == first.report.end &&
        replayed.report.failure.signature() == first.report.failure.signature())
      ++identical;
  }
};

void tell(const Repetition& all, const ScheduleFile& file) {
  const auto number = [](std::uint64_t count) { return static_cast<unsigned long long>(count); };
  std::printf("%llu of %llu replays %s as recorded.\n", number(all.as_recorded), number(all.replays),
              file.outcome == FailureKind::kNone ? "passed" : "failed");
  std::printf("%llu of %llu replays were identical, event by event.\n", number(all.identical),
              number(all.replays));
}

int print_as_line(const ScheduleFile& file) {
  const std::string line = print_line(file);
  if (line.empty()) return complain(kWrongUse, "the schedule is empty: there is nothing to tell in a line");
  std::printf("%s\n", line.c_str());
  return kSuccess;
}

// What follows `--`: of a schedule in a line, and of one near which the bug is looked for, the program; of
// others what gdb is to do.
bool is_program(const ReplayArguments& arguments) {
  return is_schedule_line(arguments.saved.file) || arguments.near;
}

int replay(const ReplayArguments& given, const ProgramWords& words) {
  ReplayArguments arguments = given;
  if (is_program(arguments)) arguments.saved.words = words.words;
  DebuggerPlace place{{}, is_program(arguments) ? std::vector<std::string>() : words.words};
  if (!arguments.gdb && !is_program(arguments) && words.separated)
    return complain(kWrongUse, "what follows '--' is for gdb: give --gdb, too");
  if (arguments.gdb) {
    Result<std::string> debugger = host::find_debugger();
    if (!debugger) return complain(kWrongUse, debugger.error());
    place.debugger = std::move(*debugger);
  }
  Result<ScheduleFile> file = read_schedule(arguments.saved.file);
  if (!file) return complain(kWrongUse, file.error());
  if (arguments.line) return print_as_line(*file);
  if (arguments.near)
    return replay_near(arguments.saved, *file, {arguments.executions, arguments.seed, arguments.out});
  if (file->in_process_call != 0 && !arguments.gdb)
    return complain(kWrongUse, "this schedule belongs to a heddle::explore() in " + file->program +
                                   "; run that program with HEDDLE_REPLAY=" + arguments.saved.file +
                                   " in its environment, or 'heddle replay --gdb' for a debugger");
  const Result<SavedSchedule> saved = open_schedule(arguments.saved, *file);
  if (!saved) return complain(kWrongUse, saved.error());
  symbols::Symbolizer symbolizer;

  host::DebuggerSession session;
  session.launch = saved->launch;
  if (file->in_process_call != 0) {
    session.in_process_schedule = std::filesystem::absolute(arguments.saved.file).string();
    session.headline = file->outcome_text;
    return debug(place, arguments, std::move(session));
  }
  Result<std::unique_ptr<host::ExplorerProcess>> explorer = host::ExplorerProcess::start(saved->launch);
  if (!explorer) return complain(kNotControlled, explorer.error());
  const ModuleTable& modules = (*explorer)->hello().modules;
  ReplayRequest request = replay_request_of(*file, modules);
  request.explain = arguments.gdb;  // gdb says what each event is
  const report::Places places(modules, symbolizer);
  Result<Replayed> first = (*explorer)->replay(request);
  if (!first) return complain(kNotControlled, first.error());
  const bool failed_as_recorded = file->outcome != FailureKind::kNone && is_as_recorded(first->report, *file);
  if (arguments.gdb && failed_as_recorded) {
    session.request = request;
    session.headline = headline(first->report.failure, places, file->expected_exit);
    session.events = step_lines(
        {first->trace, first->report.failure, first->report.threads, first->preemptions, file->expected_exit},
        places);
    explorer->reset();  // gdb starts a process of its own
    Result<host::ExecutionPlace> taken =
        host::ExecutionPlace::take(saved->launch.surroundings, saved->launch.folder);
    if (!taken) return complain(kNotControlled, taken.error());
    session.place = std::move(*taken);
    return debug(place, arguments, std::move(session));
  }
  constexpr std::size_t kOutputLimit = 1u << 20;
  const int status = tell(*first, *file, places, (*explorer)->output(kOutputLimit), arguments.show_output);

  Repetition all;
  all.add(*first, *first, *file);
  while (all.replays < arguments.repeat) {
    const Result<Replayed> again = (*explorer)->replay(request);
    if (!again) return complain(kNotControlled, again.error());
    all.add(*again, *first, *file);
  }
  if (arguments.repeat > 1) {
    tell(all, *file);
    // Some failed and some did not, or they did not even do the same.
    const bool is_one_of_each = all.as_recorded != 0 && all.as_recorded != all.replays;
    if (is_one_of_each || (all.as_recorded == 0 && all.identical != all.replays)) return kNotControlled;
  }
  return status;
}

}  // namespace

Verb add_replay(CLI::App& application, const ProgramWords& debugger) {
  CLI::App* app = application.add_subcommand("replay", "Run one saved schedule again, exactly");
  auto arguments = std::make_shared<ReplayArguments>();
  add_schedule_options(*app, arguments->saved);
  app->add_option(
         "--repeat", arguments->repeat,
         "replay N times; says how often it failed as recorded, and whether every event was the same")
      ->check(positive())
      ->capture_default_str();
  app->add_flag("--gdb", arguments->gdb,
                "replay in gdb, which stops at the failure and goes to any event, backwards too; arguments "
                "after -- go to gdb");
  app->add_flag("--near", arguments->near,
                "in a program that was changed and built again: follow the schedule as far as it goes, by "
                "functions instead of by counts, and search around it; says if the bug is still there");
  app->add_option("--executions", arguments->executions, "with --near: at most N executions")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--seed", arguments->seed, "with --near: the seed of the search around the schedule")
      ->capture_default_str();
  app->add_option("--out", arguments->out,
                  "with --near: the new schedule, if the bug is still there (FILE with .near in its name)");
  app->add_flag("--line", arguments->line,
                "print the schedule as one line, for a chat or a regression test (heddle::replay)");
  app->add_flag("--show-output", arguments->show_output, "print the program's whole output");
  app->footer(
      "Exit status: 1 failed as recorded (--near: still there), 0 passed (--near: gone), 3 diverged (the "
      "first "
      "step that differs is named; --near: cannot be followed), 2 usage error.\n\n"
      "Examples:\n"
      "  heddle replay heddle-out/bug-1.schedule\n"
      "  heddle replay heddle-out/bug-1.schedule --gdb\n"
      "  heddle replay --near heddle-out/bug-1.schedule\n"
      "  heddle replay --line heddle-out/bug-1.schedule\n"
      "  heddle replay h2:ACoLMDJ... -- ./bank 10\n"
      "  heddle replay heddle-out/bug-1.schedule --gdb -- -batch -ex bt -ex 'heddle threads'\n"
      "  heddle replay heddle-out/bug-1.schedule --gdb -- -batch -ex 'heddle goto 20' -ex 'heddle step'");
  return {app,
          [arguments, &debugger] { return replay(*arguments, debugger); },
          {},
          "[OPTIONS] FILE [-- ARGUMENTS OF GDB | -- PROGRAM ARGUMENTS]"};
}

}  // namespace heddle::cli
