// heddle replay: one saved schedule again, exactly.
#include <unistd.h>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "cli/command.h"
#include "cli/terminal.h"
#include "cli/tool_paths.h"
#include "cli/values.h"
#include "host/campaign.h"
#include "host/debugger.h"
#include "host/explorer_process.h"
#include "host/output_folder.h"
#include "host/program_file.h"
#include "report/failure_text.h"
#include "report/headline.h"
#include "report/program_output.h"
#include "report/schedule_text.h"
#include "symbols/symbolizer.h"

namespace heddle::cli {

namespace {

struct ReplayArguments {
  std::string file;
  std::string program;
  std::uint64_t repeat = 1;
  bool force = false;
  bool show_output = false;
  bool gdb = false;
};

Result<host::LaunchOptions> launch_options(const ReplayArguments& arguments, const ScheduleFile& file) {
  host::LaunchOptions launch;
  Result<host::ProgramFile> program =
      host::inspect_program(arguments.program.empty() ? file.program : arguments.program);
  if (!program) return Error{program.error()};
  launch.program = *program;
  launch.arguments = file.arguments;
  const Result<ToolPaths> paths = find_installation();
  if (!paths) return Error{paths.error()};
  launch.runtime_library = paths->runtime_library();
  if (!file.input.empty()) {
    const std::filesystem::path beside = std::filesystem::path(arguments.file).parent_path() / file.input;
    Result<std::string> input = host::read_file(beside.string());
    if (!input) return Error{"the schedule needs its standard input: " + input.error()};
    launch.input = std::move(*input);
  }
  return launch;
}

ReplayRequest request_of(const ScheduleFile& file, const ModuleTable& modules) {
  ExecutionOptions options;
  options.number = file.execution;
  options.random_seed = file.random_seed;
  options.expected_exit = file.expected_exit;
  options.spurious = file.spurious;
  options.carrier = file.kernel_threads ? Carrier::kThreads : Carrier::kContexts;
  ReplayRequest request = host::replay_request(options, file.schedule, file.outcome);
  request.record = report::to_step_record(file, modules);
  return request;
}

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
      if (report.failure.kind == file.outcome) {
        std::printf("%s after %llu steps and %llu context switches.\n",
                    style.bold("Failed as recorded").c_str(), static_cast<unsigned long long>(report.steps),
                    static_cast<unsigned long long>(report.switches));
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
    default:
      return complain(kNotControlled,
                      "the replayed execution vanished (killed from outside, or stuck in a system call)");
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
                  "gdb ended with status " + std::to_string(*status) + " on " + arguments.file);
}

int replay(const ReplayArguments& arguments, const ProgramWords& debugger_words) {
  DebuggerPlace place{{}, debugger_words.words};
  if (!arguments.gdb && debugger_words.separated)
    return complain(kWrongUse, "what follows '--' is for gdb: give --gdb, too");
  if (arguments.gdb) {
    Result<std::string> debugger = host::find_debugger();
    if (!debugger) return complain(kWrongUse, debugger.error());
    place.debugger = std::move(*debugger);
  }
  Result<std::string> text = host::read_file(arguments.file);
  if (!text) return complain(kWrongUse, text.error());
  Result<ScheduleFile> file = parse_schedule_file(*text);
  if (!file) return complain(kWrongUse, arguments.file + ": " + file.error());
  if (file->in_process_call != 0 && !arguments.gdb)
    return complain(kWrongUse, "this schedule belongs to a heddle::explore() in " + file->program +
                                   "; run that program with HEDDLE_REPLAY=" + arguments.file +
                                   " in its environment, or 'heddle replay --gdb' for a debugger");
  Result<host::LaunchOptions> launch = launch_options(arguments, *file);
  if (!launch) return complain(kWrongUse, launch.error());
  symbols::Symbolizer symbolizer;
  const std::string build_id = symbolizer.build_id(launch->program.path).value_or("");
  if (build_id != file->build_id && !arguments.force)
    return complain(kWrongUse,
                    "'" + launch->program.path + "' is not the program that was recorded (build id " +
                        build_id + ", recorded " + file->build_id +
                        "): it was built again. Run 'heddle run' again, or try anyway with --force");

  host::DebuggerSession session;
  session.launch = *launch;
  if (file->in_process_call != 0) {
    session.in_process_schedule = std::filesystem::absolute(arguments.file).string();
    session.headline = file->outcome_text;
    return debug(place, arguments, std::move(session));
  }
  watch_for_interrupts();
  Result<std::unique_ptr<host::ExplorerProcess>> explorer = host::ExplorerProcess::start(*launch);
  if (!explorer) return complain(kNotControlled, explorer.error());
  const ModuleTable& modules = (*explorer)->hello().modules;
  const ReplayRequest request = request_of(*file, modules);
  const report::Places places(modules, symbolizer);
  Result<Replayed> first = (*explorer)->replay(request);
  if (!first) return complain(kNotControlled, first.error());
  const bool as_recorded = first->report.end == End::kFailed && first->report.failure.kind == file->outcome;
  if (arguments.gdb && as_recorded) {
    session.request = request;
    session.headline = headline(first->report.failure, places, file->expected_exit);
    explorer->reset();  // gdb starts a process of its own
    return debug(place, arguments, std::move(session));
  }
  constexpr std::size_t kOutputLimit = 1u << 20;
  const int status = tell(*first, *file, places, (*explorer)->output(kOutputLimit), arguments.show_output);

  std::uint64_t identical = 1;
  for (std::uint64_t i = 1; i < arguments.repeat && !interrupted(); ++i) {
    Result<Replayed> again = (*explorer)->replay(request);
    if (!again) return complain(kNotControlled, again.error());
    if (again->event_hash == first->event_hash && again->report.end == first->report.end &&
        again->report.failure.signature() == first->report.failure.signature())
      ++identical;
  }
  if (arguments.repeat > 1) {
    std::printf("%llu of %llu replays were identical, event by event.\n",
                static_cast<unsigned long long>(identical),
                static_cast<unsigned long long>(arguments.repeat));
    if (identical != arguments.repeat) return kNotControlled;
  }
  return status;
}

}  // namespace

Verb add_replay(CLI::App& application, const ProgramWords& debugger) {
  CLI::App* app = application.add_subcommand("replay", "Run one saved schedule again, exactly");
  auto arguments = std::make_shared<ReplayArguments>();
  app->add_option("FILE", arguments->file, "a schedule file, such as heddle-out/bug-1.schedule")->required();
  app->add_option("--program", arguments->program,
                  "the program, where it is not at its recorded place any more");
  app->add_option("--repeat", arguments->repeat, "replay so many times and compare every event")
      ->check(positive())
      ->capture_default_str();
  app->add_flag("--gdb", arguments->gdb,
                "in gdb, which stops at the failure; what follows -- is given to gdb");
  app->add_flag("--force", arguments->force, "go on even though the program was built again");
  app->add_flag("--show-output", arguments->show_output, "print all that the program prints");
  app->footer(
      "Exit status: 1 failed as recorded, 0 passed, 3 diverged (the first step that differs is named), 2 "
      "wrong use.\n\n"
      "Examples:\n"
      "  heddle replay heddle-out/bug-1.schedule\n"
      "  heddle replay heddle-out/bug-1.schedule --gdb\n"
      "  heddle replay heddle-out/bug-1.schedule --gdb -- -batch -ex bt -ex 'heddle threads'");
  return {app, [arguments, &debugger] { return replay(*arguments, debugger); }};
}

}  // namespace heddle::cli
