// heddle run: explore the schedules of a whole program. heddle verify: until it is proved that none fails.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include "cli/command.h"
#include "cli/hunt_arguments.h"
#include "cli/result_arguments.h"
#include "cli/values.h"
#include "host/divided_search.h"
#include "host/explorer_crew.h"
#include "host/explorer_process.h"
#include "host/hunt.h"
#include "host/output_folder.h"
#include "host/program_file.h"
#include "host/saved_search.h"
#include "report/model/coverage_document.h"
#include "report/model/requirements_file.h"
#include "report/model/run_description.h"
#include "report/model/site_lines.h"
#include "report/model/suppressions.h"
#include "report/model/text.h"
#include "report/text/bug_groups.h"
#include "report/text/coverage_text.h"
#include "report/text/failure_text.h"
#include "report/text/summary.h"
#include "report/text/verdict.h"
#include "report/text/warning_text.h"
#include "sessions/output_files.h"
#include "sessions/program_places.h"
#include "sessions/report_page.h"
#include "sessions/result_files.h"
#include "sessions/terminal.h"
#include "sessions/tool_paths.h"
#include "strategies/registry.h"
#include "symbols/symbolizer.h"

namespace heddle::cli {

namespace {

struct RunArguments : HuntArguments {
  std::string until = "first-bug";
  std::uint64_t max_bugs = 100;
  int expect_exit = 0;
  std::string coverage = "sync-pairs";
  std::string saturation_window = "120s";
  std::string requirements;
  std::string driver;
  ResultFormats formats;
  bool digest = false;
  bool show_output = false;
  bool open = false;
  bool verify = false;  // the verdict comes first
  std::string resume;   // a folder with a search that was stopped
};

// Where no budget is given. A search that ends when it is saturated needs none, but users may forget it.
constexpr double kSeconds = 60;
constexpr double kSecondsToSaturation = 30 * 60;

host::HuntOptions run_options(const RunArguments& arguments) {
  const host::Until until = parse_until(arguments.until);
  const bool saturates = until == host::Until::kSaturation;
  host::HuntOptions options = hunt_options(arguments, saturates ? kSecondsToSaturation : kSeconds);
  options.until = until;
  options.max_bugs = arguments.max_bugs;
  options.search.execution.expected_exit = arguments.expect_exit;
  options.search.execution.digest = arguments.digest;
  options.search.coverage = parse_metrics(arguments.coverage, arguments.saturation_window);
  options.search.coverage.until_saturation = saturates;
  expect_what_strategy_expects(arguments.strategy, options.search.coverage);
  if (saturates && options.search.coverage.metrics == 0)
    throw CLI::ValidationError("--until saturation needs a coverage metric: --coverage sync-pairs");
  return options;
}

Surroundings run_surroundings(const RunArguments& arguments) {
  Surroundings given = surroundings(arguments);
  given.driver = arguments.driver;
  if (!given.driver.empty() && begins_at_a_place(arguments))
    throw CLI::ValidationError("--driver needs executions from the program's start: leave --snapshot out");
  return given;
}

constexpr std::size_t kRacesInFull = 3;

int exit_status(const host::HuntResult& result) {
  if (result.end == host::HuntEnd::kInterrupted) return kInterrupted;
  if (!result.bugs.empty()) return kBugFound;
  if (result.end == host::HuntEnd::kUncontrolled || !result.saw_threads) return kNotControlled;
  if (result.totals.executions == 0) return kNotControlled;
  return kSuccess;
}

int exit_status(const RunArguments& arguments, const host::HuntResult& result) {
  const int status = exit_status(result);
  const bool is_proved = report::answer_of(result) == report::Verdict::kVerified;
  return arguments.verify && status == kSuccess && !is_proved ? kUndecided : status;
}

Result<std::vector<SyncPair>> read_requirements(const std::string& path, const ModuleTable& modules) {
  const Result<std::string> text = host::read_file(path);
  if (!text) return Error{text.error()};
  Result<std::vector<SyncPair>> pairs = report::parse_requirements(*text, modules);
  if (!pairs) return Error{path + ": " + pairs.error()};
  return pairs;
}

// For users who want to know what Heddle sees. On standard error, like the progress.
void describe_run(const RunArguments& arguments, const host::LaunchOptions& launch, const Hello& hello) {
  std::fprintf(stderr, "program:   %s\n", launch.program.path.c_str());
  std::fprintf(stderr, "library:   %s%s\n", launch.runtime_library.c_str(),
               launch.program.links_runtime ? "" : " (preloaded)");
  for (const Module& module : hello.modules.modules)
    std::fprintf(stderr, "loaded:    %s%s\n", module.path.c_str(),
                 module.instrumented ? " (instrumented)" : "");
  std::fprintf(stderr, "addresses: %s\n",
               hello.randomised_addresses ? "randomised by the system" : "not randomised");
  const host::HuntOptions options = run_options(arguments);
  std::fprintf(stderr, "search:    strategy %s, seed %s, granularity %s, %s\n", arguments.strategy.c_str(),
               arguments.seed.c_str(), arguments.granularity.c_str(), report::budget_text(options).c_str());
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
    return complain(kWrongUse, words.separated ? "there is no program behind '--'"
                                               : "which program? Write: heddle " +
                                                     std::string(arguments.verify ? "verify" : "run") +
                                                     " [options] ./program arguments");
  if (const Result<bool> claimed =
          claim_standard_output({arguments.json, arguments.formats.junit, arguments.formats.sarif});
      !claimed)
    return complain(kWrongUse, claimed.error());
  host::HuntOptions options = run_options(arguments);
  Result<host::ProgramFile> program = host::inspect_program(words.words.front());
  if (!program) return complain(kWrongUse, program.error());
  const Result<ToolPaths> paths = find_installation();
  if (!paths) return complain(kNotControlled, paths.error());

  watch_for_interrupts();
  host::LaunchOptions launch;
  launch.program = *program;
  launch.arguments.assign(words.words.begin() + 1, words.words.end());
  launch.runtime_library = paths->runtime_library();
  launch.surroundings = run_surroundings(arguments);
  launch.input = read_standard_input(program->reads_standard_input);
  // Before the folder becomes another one's.
  Result<std::string> saved = std::string();
  if (!arguments.resume.empty()) saved = host::read_file(arguments.resume + "/" + host::kSavedSearchFile);
  if (!saved)
    return complain(kWrongUse,
                    "there is no search to go on with in '" + arguments.resume + "': " + saved.error());
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
  if (takes_lines(options.search.strategy))
    options.search.lines = report::site_lines((*explorer)->hello().modules, symbolizer);
  if (const Result<bool> found =
          find_places(place_choices(arguments), (*explorer)->hello().modules, symbolizer, options.search);
      !found)
    return complain(kWrongUse, found.error());
  report::Suppressions suppressions;
  if (!arguments.suppressions.empty()) {
    Result<report::Suppressions> given = read_suppressions(arguments.suppressions);
    if (!given) return complain(kWrongUse, given.error());
    suppressions = std::move(*given);
    options.is_suppressed = [&](const Failure& race) {
      return suppressions.match(race, report::Places((*explorer)->hello().modules, symbolizer));
    };
  }
  const auto current_places = [&] { return report::Places((*explorer)->hello().modules, symbolizer); };
  options.lines.is_in_library = [&](SiteId site) { return current_places().is_in_library(site); };
  options.lines.line = [&](SiteId site) { return current_places().place(site); };
  if (arguments.seed == "random")
    std::printf("seed %llu\n", static_cast<unsigned long long>(options.search.seed));

  ProgressDisplay display(options.executions, options.seconds, arguments.quiet, [&](SiteId site) {
    return report::Places((*explorer)->hello().modules, symbolizer).place(site);
  });
  report::RunDescription description;
  description.program = words.words.front();
  description.arguments = launch.arguments;
  description.surroundings = launch.surroundings;
  description.options = options;
  description.instrumented = program->instrumented;
  description.output_folder = arguments.out;
  // Each bug is on disk as soon as it is known, whatever happens to us.
  const auto save = [&](const host::HuntResult& result, const std::string& json_file) {
    const report::Places places((*explorer)->hello().modules, symbolizer);
    return write_results(*folder, result, description, places, launch.input, json_file);
  };
  host::ExplorerCrew crew(**explorer, launch, arguments.jobs);
  // Each part of a divided search keeps two cores busy.
  const unsigned parts = arguments.jobs_given ? arguments.jobs : std::max(1u, arguments.jobs / 2);
  host::DividedSearch search(crew, **explorer, launch, parts);
  const host::SearchIdentity identity = identity_of(launch, (*explorer)->hello().modules, options.search);
  if (!saved->empty()) {
    Result<host::WhatIsLeft> left = host::from_file(*saved, identity);
    if (!left)
      return complain(kWrongUse,
                      "cannot go on with the search in '" + arguments.resume + "': " + left.error());
    search.go_on_with(std::move(*left));
  }
  host::Hunt hunt(
      search, options, interrupted,
      [&display](const host::HuntProgress& progress) { display.show(progress); },
      [&save](const host::HuntResult& result) {
        static_cast<void>(save(result, ""));  // what cannot be written is tried again at the end
      });
  host::HuntResult result = hunt.run();
  if (!arguments.jobs_given) result.alone.clear();  // the user has not asked
  display.clear();

  description.not_instrumented = report::libraries_without_hooks((*explorer)->hello().modules);
  description.uncontrolled = report::uncontrolled_places((*explorer)->hello().modules);
  const report::Places places((*explorer)->hello().modules, symbolizer);
  Result<bool> written = save(result, arguments.json);
  if (written && arguments.formats.any())
    written = write_formats(arguments.formats, run_of_one("run", description,
                                                          test_report(description.program, result,
                                                                      description, places, report::Style{})));
  const report::Style style = output_style();
  if (arguments.verify) std::fputs((report::verdict_text(result, style) + "\n").c_str(), stdout);
  std::size_t races = 0;
  if (!arguments.quiet)
    for (const report::BugGroup& group : report::bug_groups(result.bugs, places)) {
      const Bug& bug = *group.first;
      if (is_race(bug) && ++races > kRacesInFull) continue;  // the summary has them all
      std::fputs(bug_text(bug, description, places, style).c_str(), stdout);
      if (arguments.show_output) std::fwrite(bug.output.data(), 1, bug.output.size(), stdout);
      std::fputs("\n", stdout);
    }
  std::fputs(summary(result, description, places, style).c_str(), stdout);
  if (!arguments.quiet && result.bugs.empty())
    std::fputs(coverage_summary(coverage_document(result.coverage, places, description)).c_str(), stdout);
  std::fputs(warnings_text(result.warnings, description, places, style).c_str(), stdout);
  if (arguments.verify && report::answer_of(result) == report::Verdict::kUndecided)
    if (const std::optional<host::WhatIsLeft> left = search.left(); left && written) {
      written = folder->write(host::kSavedSearchFile, to_file(*left, identity));
      if (written)
        std::printf("To go on with it: heddle verify --resume %s, with the same options and program.\n",
                    report::shell_quoted(arguments.out).c_str());
    }
  if (!written) return complain(kNotControlled, written.error());
  if (arguments.open && !interrupted()) show_page(arguments);
  return exit_status(arguments, result);
}

// What is left to do once the options of a verb are there.
Verb verb_of(CLI::App* app, const std::shared_ptr<RunArguments>& arguments, const ProgramWords& program) {
  return {app, [arguments, &program] { return run(*arguments, program); },
          [arguments] {
            run_options(*arguments);
            run_surroundings(*arguments);
          },
          "[OPTIONS] PROGRAM [ARGUMENTS]"};
}

}  // namespace

Verb add_run(CLI::App& application, const ProgramWords& program) {
  CLI::App* app = application.add_subcommand("run", "Explore the schedules of a whole program");
  auto arguments = std::make_shared<RunArguments>();
  RunArguments& a = *arguments;
  add_hunt_options(*app, a,
                   {"at most N executions; without --time, there is no time limit",
                    "time budget: 30s, 5m, 1h (60s, unless --executions is given)",
                    "no progress, only the summary", "say what is run and how, before the search starts"});
  add_search_jobs(*app, a);
  app->add_option("--until", a.until,
                  "first-bug; budget: continue after a bug until the budget is spent; or saturation: "
                  "continue while coverage grows, for 30m at most unless --time or --executions is given")
      ->capture_default_str();
  app->add_option("--max-bugs", a.max_bugs, "with --until budget: stop after N different bugs")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--expect-exit", a.expect_exit, "the exit status that counts as success")
      ->capture_default_str();
  app->add_option(
         "--coverage", a.coverage,
         "what to measure, a list: sync-pairs, iroots, patterns; or all, or none. 'heddle coverage' shows it")
      ->capture_default_str();
  app->add_option("--saturation-window", a.saturation_window,
                  "with --until saturation: stop when coverage has not grown for so long: a time (120s) or a "
                  "number of executions (500)")
      ->capture_default_str();
  app->add_option("--requirements", a.requirements,
                  "a file with the synchronization pairs to cover, instead of an estimate ('heddle coverage "
                  "--requirements' writes one)");
  app->add_option(
      "--driver", a.driver,
      "for servers: a shell command that is started for each execution, when the program listens; "
      "both find HEDDLE_PORT and HEDDLE_SOCKET in the environment; {HEDDLE_PORT} in an argument is the port");
  add_formats(*app, a.formats);
  app->add_flag("--digest", a.digest, "add a hash of all events to results.json, for comparing two searches");
  app->add_flag("--show-output", a.show_output, "print the whole output of the failing execution");
  app->add_flag("--open", a.open, "at the end, make the page of 'heddle report' and open it in a browser");
  app->footer(
      "Heddle explores interleavings for the given input; once the program has shown an atomic operation "
      "weaker "
      "than seq_cst, also what else the C++ memory model allows (--memory). Standard input is read once and "
      "given to each execution.\n\n"
      "Options in the environment variable HEDDLE_OPTIONS are read before those of the command line.\n\n"
      "Exit status: 0 no bug, 1 bug found, 2 usage error, 3 the program could not be controlled, 130 "
      "interrupted.\n\n"
      "Examples:\n"
      "  heddle run ./bank\n"
      "  heddle run --strategy random:switch=0.1 --time 5m --until budget ./bank 10 accounts.txt\n"
      "  heddle run --seed random --executions 100000 ./queue < input.txt");
  return verb_of(app, arguments, program);
}

Verb add_verify(CLI::App& application, const ProgramWords& program) {
  CLI::App* app = application.add_subcommand("verify", "Execute every behaviour of a program, or find a bug");
  auto arguments = std::make_shared<RunArguments>();
  RunArguments& a = *arguments;
  a.verify = true;
  a.strategy = "complete";
  a.coverage = "none";  // of what is executed as a whole, it says nothing
  add_hunt_options(
      *app, a,
      {"at most N executions; without --time, there is no time limit",
       "time budget: 30s, 5m, 1h (60s, unless --executions is given)",
       "no progress, only the verdict and the summary", "say what is run and how, before the search starts"});
  add_search_jobs(*app, a);
  app->add_option("--resume", a.resume,
                  "go on with the search that was stopped and left its results in this folder (--out)");
  app->add_flag("--digest", a.digest, "add a hash of all events to results.json, for comparing two searches");
  app->add_option("--expect-exit", a.expect_exit, "the exit status that counts as success")
      ->capture_default_str();
  add_formats(*app, a.formats);
  app->footer(
      "The verdict comes first: verified, refuted by a bug, or undecided. A behaviour is what each read "
      "sees, "
      "the\n"
      "order of the writes to each location, and the order in which threads take locks and use other objects "
      "of\n"
      "synchronisation. What the proof is restricted to follows the verdict.\n\n"
      "Exit status: 0 verified, 1 bug found, 2 usage error, 3 the program could not be controlled, 4 "
      "undecided, 130\n"
      "interrupted.\n\n"
      "Examples:\n"
      "  heddle verify ./queue_test\n"
      "  heddle verify --resume heddle-out --time 1h ./queue_test\n"
      "  heddle verify --time 10m --strategy dfs:preemptions=3 ./queue_test");
  return verb_of(app, arguments, program);
}

}  // namespace heddle::cli
