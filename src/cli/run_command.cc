// heddle run: explore the schedules of a whole program.
#include <cstdio>
#include <memory>
#include <optional>

#include "cli/command.h"
#include "cli/report_page.h"
#include "cli/terminal.h"
#include "cli/tool_paths.h"
#include "cli/values.h"
#include "host/campaign.h"
#include "host/explorer_process.h"
#include "host/output_folder.h"
#include "host/program_file.h"
#include "report/coverage_document.h"
#include "report/coverage_text.h"
#include "report/failure_text.h"
#include "report/requirements_file.h"
#include "report/results_json.h"
#include "report/run_description.h"
#include "report/schedule_text.h"
#include "report/summary.h"
#include "report/suppressions.h"
#include "report/warning_text.h"
#include "schedule/registry.h"
#include "symbols/symbolizer.h"

namespace heddle::cli {

namespace {

struct RunArguments {
  std::string strategy = "auto";
  std::optional<std::uint64_t> executions;
  std::optional<std::string> time;
  std::string until = "first-bug";
  std::uint64_t max_bugs = 100;
  std::string seed = "1";
  std::string granularity = "shared";
  std::uint64_t step_limit = 50'000;
  std::string execution_timeout = "10s";
  int expect_exit = 0;
  std::string out = "heddle-out";
  std::string json;
  std::string coverage = "sync-pairs";
  std::string saturation_window = "120s";
  std::string requirements;
  std::string isolation = "restore";
  std::string races = "report";
  std::string suppressions;
  std::string snapshot = "start";
  std::string carrier = "contexts";
  bool spurious = false;
  bool digest = false;
  bool no_predict = false;
  bool no_shrink = false;
  bool show_output = false;
  bool quiet = false;
  bool verbose = false;
  bool open = false;
  std::string config;  // read before the command line is (option_sources.h)
};

// A search that ends when it is saturated needs no other limit, but somebody may have forgotten it.
constexpr std::uint64_t kExecutions = 10'000;
constexpr double kSeconds = 60;
constexpr std::uint64_t kExecutionsToSaturation = ~std::uint64_t{0};
constexpr double kSecondsToSaturation = 30 * 60;

constexpr char kInputFile[] = "standard-input";

host::CampaignOptions campaign_options(const RunArguments& arguments) {
  host::CampaignOptions options;
  options.search.strategy = arguments.strategy;
  options.search.seed = parse_seed(arguments.seed);
  options.search.isolation = parse_isolation(arguments.isolation);
  options.search.races = parse_races(arguments.races);
  ExecutionOptions& execution = options.search.execution;
  execution.random_seed = options.search.seed;
  execution.granularity = parse_granularity(arguments.granularity);
  execution.step_limit = arguments.step_limit;
  execution.timeout_milliseconds =
      static_cast<std::uint64_t>(parse_duration(arguments.execution_timeout) * 1000);
  execution.expected_exit = arguments.expect_exit;
  execution.spurious = arguments.spurious;
  execution.skip_set_up = parse_snapshot(arguments.snapshot);
  execution.digest = arguments.digest;
  execution.carrier = parse_carrier(arguments.carrier);
  options.until = parse_until(arguments.until);
  const bool saturates = options.until == host::Until::kSaturation;
  options.executions = arguments.executions.value_or(saturates ? kExecutionsToSaturation : kExecutions);
  options.seconds = saturates ? kSecondsToSaturation : kSeconds;
  if (arguments.time) options.seconds = parse_duration(*arguments.time);
  options.search.coverage = parse_metrics(arguments.coverage, arguments.saturation_window);
  options.search.predict_deadlocks = !arguments.no_predict;
  options.search.coverage.until_saturation = saturates;
  options.search.coverage.estimate = estimate_of(arguments.strategy);
  options.search.coverage.idioms = idioms_of(arguments.strategy);
  if (saturates && options.search.coverage.metrics == 0)
    throw CLI::ValidationError("--until saturation needs something that can saturate: --coverage sync-pairs");
  options.max_bugs = arguments.max_bugs;
  options.shrink = !arguments.no_shrink;
  if (Result<std::unique_ptr<Strategy>> strategy = make_strategy(arguments.strategy); !strategy)
    throw CLI::ValidationError(strategy.error());
  return options;
}

constexpr std::size_t kRacesInFull = 3;

bool is_race(const host::Bug& bug) {
  return bug.report.failure.kind == FailureKind::kDataRace;
}

int exit_status(const host::CampaignResult& result) {
  if (result.end == host::CampaignEnd::kInterrupted) return kInterrupted;
  if (!result.bugs.empty()) return kBugFound;
  if (result.end == host::CampaignEnd::kUncontrolled || !result.saw_threads) return kNotControlled;
  return kSuccess;
}

// Schedules, outputs and results.json; the error is the first that could not be written.
Result<bool> write_results(const host::OutputFolder& folder, const host::CampaignResult& result,
                           const report::RunDescription& run, const report::Places& places,
                           const std::string& input, const std::string& json_file) {
  Result<bool> written = true;
  const auto note = [&written](Result<bool> outcome) {
    if (!outcome && written) written = std::move(outcome);
  };
  if (!input.empty() && !result.bugs.empty()) note(folder.write(kInputFile, input));
  for (const host::Bug& bug : result.bugs) {
    ScheduleFile file = schedule_of(bug, run, places);
    if (!input.empty()) file.input = kInputFile;
    note(folder.write(report::schedule_file_name(bug.id), print(file)));
    note(folder.write(report::output_file_name(bug.id), bug.output));
  }
  const report::CoverageDocument coverage = report::coverage_document(result.coverage, places, run);
  if (!coverage.metrics.empty()) note(folder.write(report::kCoverageFile, to_json(coverage)));
  const std::string json = results_json(result, run, places, coverage);
  note(folder.write("results.json", json));
  if (!json_file.empty()) note(host::write_file(json_file, json));
  return written;
}

Result<std::vector<SyncPair>> read_requirements(const std::string& path, const ModuleTable& modules) {
  const Result<std::string> text = host::read_file(path);
  if (!text) return Error{text.error()};
  Result<std::vector<SyncPair>> pairs = report::parse_requirements(*text, modules);
  if (!pairs) return Error{path + ": " + pairs.error()};
  return pairs;
}

Result<report::Suppressions> read_suppressions(const std::string& path) {
  const Result<std::string> text = host::read_file(path);
  if (!text) return Error{text.error()};
  Result<report::Suppressions> parsed = report::Suppressions::parse(*text);
  if (!parsed) return Error{path + ": " + parsed.error()};
  return parsed;
}

// For somebody who wonders what Heddle sees. On standard error, like the progress.
void describe_run(const RunArguments& arguments, const host::LaunchOptions& launch, const Hello& hello) {
  std::fprintf(stderr, "program:   %s\n", launch.program.path.c_str());
  std::fprintf(stderr, "library:   %s%s\n", launch.runtime_library.c_str(),
               launch.program.links_runtime ? "" : " (preloaded)");
  for (const Module& module : hello.modules.modules)
    std::fprintf(stderr, "loaded:    %s%s\n", module.path.c_str(),
                 module.instrumented ? " (instrumented)" : "");
  std::fprintf(stderr, "addresses: %s\n",
               hello.randomised_addresses ? "randomised by the system" : "not randomised");
  const host::CampaignOptions options = campaign_options(arguments);
  std::fprintf(stderr, "search:    strategy %s, seed %s, granularity %s, %llu executions, %.0f s\n",
               arguments.strategy.c_str(), arguments.seed.c_str(), arguments.granularity.c_str(),
               static_cast<unsigned long long>(options.executions), options.seconds);
}

// The results are there whether it can be shown or not: the exit status stays what it is.
void show_page(const RunArguments& arguments) {
  PageArguments page;
  page.folder = arguments.out;
  page.quiet = arguments.quiet;
  const Result<MadePage> made = make_page(page);
  if (!made) {
    complain(kSuccess, made.error());
    return;
  }
  if (!arguments.quiet) std::fputs(page_line(*made).c_str(), stdout);
  if (const Result<bool> opened = open_page(made->path); !opened) complain(kSuccess, opened.error());
}

int run(const RunArguments& arguments, const ProgramWords& words) {
  if (words.words.empty())
    return complain(kWrongUse, words.separated
                                   ? "there is no program behind '--'"
                                   : "which program? Write: heddle run [options] -- ./program arguments");
  host::CampaignOptions options = campaign_options(arguments);
  Result<host::ProgramFile> program = host::inspect_program(words.words.front());
  if (!program) return complain(kWrongUse, program.error());
  const Result<ToolPaths> paths = find_installation();
  if (!paths) return complain(kNotControlled, paths.error());

  watch_for_interrupts();
  host::LaunchOptions launch;
  launch.program = *program;
  launch.arguments.assign(words.words.begin() + 1, words.words.end());
  launch.runtime_library = paths->runtime_library();
  launch.input = read_standard_input(program->reads_standard_input);
  Result<host::OutputFolder> folder = host::OutputFolder::prepare(arguments.out);
  if (!folder) return complain(kWrongUse, folder.error());
  Result<std::unique_ptr<host::ExplorerProcess>> explorer = host::ExplorerProcess::start(launch);
  if (!explorer) return complain(kNotControlled, explorer.error());
  if (arguments.verbose) describe_run(arguments, launch, (*explorer)->hello());
  if (!arguments.requirements.empty()) {
    Result<std::vector<SyncPair>> given =
        read_requirements(arguments.requirements, (*explorer)->hello().modules);
    if (!given) return complain(kWrongUse, given.error());
    options.search.requirements = std::move(*given);
  }
  symbols::Symbolizer symbolizer;
  report::Suppressions suppressions;
  if (!arguments.suppressions.empty()) {
    Result<report::Suppressions> given = read_suppressions(arguments.suppressions);
    if (!given) return complain(kWrongUse, given.error());
    suppressions = std::move(*given);
    options.is_suppressed = [&](const Failure& race) {
      return suppressions.match(race, report::Places((*explorer)->hello().modules, symbolizer));
    };
  }
  if (arguments.seed == "random")
    std::printf("seed %llu\n", static_cast<unsigned long long>(options.search.seed));

  ProgressDisplay display(options.executions, options.seconds, arguments.quiet);
  report::RunDescription description;
  description.program = words.words.front();
  description.arguments = launch.arguments;
  description.options = options;
  description.instrumented = program->instrumented;
  description.output_folder = arguments.out;
  // Each bug is on disk as soon as it is known, whatever happens to us.
  const auto save = [&](const host::CampaignResult& result, const std::string& json_file) {
    const report::Places places((*explorer)->hello().modules, symbolizer);
    return write_results(*folder, result, description, places, launch.input, json_file);
  };
  host::Campaign campaign(
      **explorer, options, interrupted,
      [&display](const host::CampaignProgress& progress) { display.show(progress); },
      [&save](const host::CampaignResult& result) {
        static_cast<void>(save(result, ""));  // what cannot be written is tried again at the end
      });
  const host::CampaignResult result = campaign.run();
  display.clear();

  description.not_instrumented = report::libraries_without_hooks((*explorer)->hello().modules);
  const report::Places places((*explorer)->hello().modules, symbolizer);
  const Result<bool> written = save(result, arguments.json);
  const report::Style style = output_style();
  std::size_t races = 0;
  if (!arguments.quiet)
    for (const host::Bug& bug : result.bugs) {
      if (is_race(bug) && ++races > kRacesInFull) continue;  // the summary has them all
      std::fputs(bug_text(bug, description, places, style).c_str(), stdout);
      if (arguments.show_output) std::fwrite(bug.output.data(), 1, bug.output.size(), stdout);
      std::fputs("\n", stdout);
    }
  std::fputs(summary(result, description, places, style).c_str(), stdout);
  if (!arguments.quiet && result.bugs.empty())
    std::fputs(coverage_summary(coverage_document(result.coverage, places, description)).c_str(), stdout);
  std::fputs(warnings_text(result.warnings, description, places, style).c_str(), stdout);
  if (!written) return complain(kNotControlled, written.error());
  if (arguments.open && !interrupted()) show_page(arguments);
  return exit_status(result);
}

}  // namespace

Verb add_run(CLI::App& application, const ProgramWords& program) {
  CLI::App* app = application.add_subcommand(
      "run", "Explore the schedules of a whole program: heddle run [OPTIONS] -- PROGRAM [ARGUMENTS]");
  auto arguments = std::make_shared<RunArguments>();
  RunArguments& a = *arguments;
  app->add_option("--strategy", a.strategy,
                  "how to search: NAME[:key=value,...]; 'heddle strategies' lists them")
      ->capture_default_str();
  app->add_option("--executions", a.executions, "at most so many executions (10,000)")->check(positive());
  app->add_option("--time", a.time, "at most so long: 30s, 5m, 1h (60s)");
  app->add_option(
         "--until", a.until,
         "first-bug, budget: go on to the end of the budget, or saturation: go on while coverage grows, "
         "for 30m at most unless --time or --executions say something else")
      ->capture_default_str();
  app->add_option("--max-bugs", a.max_bugs, "with --until budget: stop after so many different bugs")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--seed", a.seed, "of everything random; 'random' draws one and prints it")
      ->capture_default_str();
  app->add_option("--granularity", a.granularity,
                  "where threads may be switched: sync, shared (memory that threads share, too) or all")
      ->capture_default_str();
  app->add_option("--step-limit", a.step_limit,
                  "steps without progress before an execution is called a livelock")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--execution-timeout", a.execution_timeout, "real time for one execution, the last resort")
      ->capture_default_str();
  app->add_flag("--spurious", a.spurious,
                "let waits for condition variables end without a signal now and then, as POSIX allows");
  app->add_option("--races", a.races,
                  "data races: report (listed after the failures; the search goes on), stop (the first one "
                  "ends the search) or ignore")
      ->capture_default_str();
  app->add_option("--suppressions", a.suppressions,
                  "a file that names data races to be left out: lines of function:NAME, file:NAME or "
                  "variable:NAME, with * for anything");
  app->add_option("--isolation", a.isolation,
                  "how executions are kept apart: restore (memory is put back after each: fast) or fork (a "
                  "process for each)")
      ->capture_default_str();
  app->add_option("--snapshot", a.snapshot,
                  "where restored executions begin: at the program's start, or at its first-thread, so that "
                  "what it does before is "
                  "not repeated")
      ->capture_default_str();
  app->add_option("--carrier", a.carrier,
                  "what program threads are: contexts (fast), or threads of the kernel for programs that "
                  "need real ones")
      ->capture_default_str();
  app->add_option("--expect-exit", a.expect_exit, "the exit status that is no failure")
      ->capture_default_str();
  app->add_option("--out", a.out, "folder for the results; a former one becomes NAME.old")
      ->capture_default_str();
  app->add_option("--json", a.json, "write results.json to this file, too");
  app->add_option(
         "--coverage", a.coverage,
         "what to measure, a list: sync-pairs, iroots, patterns; or all, or none. 'heddle coverage' shows it")
      ->capture_default_str();
  app->add_option("--saturation-window", a.saturation_window,
                  "with --until saturation: how long coverage must not grow, as a time (120s) or a number of "
                  "executions (500)")
      ->capture_default_str();
  app->add_option("--requirements", a.requirements,
                  "a file with the synchronization pairs to cover, instead of an estimate ('heddle coverage "
                  "--requirements' writes one)");
  app->add_flag("--digest", a.digest, "add a hash of all events to results.json, for comparing two searches");
  app->add_flag("--no-predict", a.no_predict,
                "do not look for deadlocks that the lock orders of passing executions show to be possible");
  app->add_flag("--no-shrink", a.no_shrink,
                "leave the schedules of bugs as they were found; 'heddle shrink' makes them shorter later");
  app->add_flag("--show-output", a.show_output, "print all that the failing execution printed");
  app->add_flag("--open", a.open, "in the end, make the page of 'heddle report' and show it in a browser");
  app->add_option("--config", a.config,
                  "a TOML file with options: executions = 500; the command line wins over it");
  app->add_flag("--quiet", a.quiet, "no progress, only the summary");
  app->add_flag("--verbose", a.verbose, "say what is run and how, before the search starts");
  app->footer(
      "Heddle explores sequentially consistent interleavings for the given input; weak-memory reorderings "
      "are not\n"
      "explored. Standard input is read once and given to each execution.\n\n"
      "Options in the environment variable HEDDLE_OPTIONS are read before those of the command line.\n\n"
      "Exit status: 0 no bug, 1 bug found, 2 wrong use, 3 the program could not be controlled, 130 "
      "interrupted.\n\n"
      "Examples:\n"
      "  heddle run -- ./bank\n"
      "  heddle run --strategy random:switch=0.1 --time 5m --until budget -- ./bank 10 accounts.txt\n"
      "  heddle run --seed random --executions 100000 -- ./queue < input.txt");
  return {app, [arguments, &program] { return run(*arguments, program); },
          [arguments] { campaign_options(*arguments); }};
}

}  // namespace heddle::cli
