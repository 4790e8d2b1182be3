#include "cli/hunt_arguments.h"

#include <algorithm>
#include <memory>

#include "cli/values.h"
#include "host/output_folder.h"
#include "strategies/registry.h"

namespace heddle::cli {

void add_hunt_options(CLI::App& app, HuntArguments& a, const HuntHelp& help) {
  app.add_option("--strategy", a.strategy,
                 "how to search: NAME[:key=value,...]; 'heddle strategies' lists them")
      ->capture_default_str();
  app.add_option("--executions", a.executions, help.executions)->check(positive());
  app.add_option("--time", a.time, help.time);
  app.add_option("--seed", a.seed, "the seed of all randomness; 'random' draws one and prints it")
      ->capture_default_str();
  app.add_option("--granularity", a.granularity,
                 "where threads may be switched: sync, shared (also at accesses to shared memory) or all")
      ->capture_default_str();
  app.add_option("--step-limit", a.step_limit, "steps without progress before Heddle checks for a livelock")
      ->check(positive())
      ->capture_default_str();
  app.add_option("--execution-timeout", a.execution_timeout, "real time for one execution, as a last resort")
      ->capture_default_str();
  app.add_option(
         "--memory-limit", a.memory_limit,
         "memory for what is recorded of one execution, and for looking at it: 512M, 2G; what does not "
         "fit is left out, and the summary says so")
      ->capture_default_str();
  app.add_option(
         "--memory", a.memory,
         "what atomic operations may do: sc (a load sees the newest store), c++ (it may see an "
         "older one, as far as the C++ memory model allows) or auto (c++ once the program has shown an "
         "atomic operation weaker than seq_cst)")
      ->capture_default_str();
  app.add_flag("--spurious", a.spurious,
               "let condition variable waits sometimes end without a signal, as POSIX allows");
  app.add_option(
         "--stall", a.stall,
         "for how long in one execution, in all, sleeps and time-outs may end before threads that could "
         "go on do: a duration, none or any")
      ->capture_default_str();
  app.add_option("--unroll", a.unroll,
                 "with 'complete': loops are cut after N iterations, and the verdict says so")
      ->check(positive());
  app.add_option("--races", a.races,
                 "data races: report (after the failures; the search continues a little for a failure), stop "
                 "(the first one ends the search) or ignore")
      ->capture_default_str();
  app.add_option("--volatile", a.volatile_means,
                 "how data race detection treats volatile accesses: plain, as in the standard, or atomic "
                 "(relaxed), as programs from before C11 expect")
      ->capture_default_str();
  app.add_option("--unjoined", a.unjoined,
                 "threads that ended and were neither joined nor detached: note (in the summary), fail (the "
                 "execution fails) or ignore")
      ->capture_default_str();
  app.add_option("--suppressions", a.suppressions,
                 "a file of data races to leave out, with lines function:NAME, file:NAME or "
                 "variable:NAME, with * for anything");
  app.add_option("--isolation", a.isolation,
                 "how each execution gets a fresh state: restore (memory is restored after each: fast) or "
                 "fork (a process for each)")
      ->capture_default_str();
  app.add_option(
         "--snapshot", a.snapshot,
         "where executions begin: start (of the program), first-thread, at:FUNCTION (at its first "
         "call) or start-here (at the first call of heddle::start_here()); what comes before runs once")
      ->capture_default_str();
  app.add_option("--region", a.region,
                 "a function: threads are switched only while one of them is inside; everywhere else the "
                 "program runs fast, and accesses are not looked at. 'marked': inside heddle::Region");
  app.add_option("--cwd", a.cwd,
                 "fresh: each execution runs in an empty folder; fresh:TEMPLATE: in a copy of that folder");
  app.add_option("--carrier", a.carrier,
                 "what runs the program's threads: contexts (fast), or kernel threads, for programs that "
                 "need real ones")
      ->capture_default_str();
  app.add_option("--out", a.out, "folder for the results; an earlier one becomes NAME.old")
      ->capture_default_str();
  app.add_option("--json", a.json, "also write results.json to this file; - is standard output");
  app.add_flag("--no-predict", a.no_predict,
               "do not predict deadlocks from the lock orders of passing executions");
  app.add_flag("--no-shrink", a.no_shrink,
               "keep the schedules of bugs as found; 'heddle shrink' can shorten them later");
  app.add_option("--config", a.config,
                 "a TOML file with options, such as executions = 500; the command line overrides it");
  app.add_flag("--quiet", a.quiet, help.quiet);
  app.add_flag("--verbose", a.verbose, help.verbose);
}

void add_search_jobs(CLI::App& app, HuntArguments& a) {
  a.jobs = default_jobs();
  add_jobs(app, a.jobs, "executions at the same time")->each([&a](const std::string&) {
    a.jobs_given = true;
  });
}

namespace {

std::string strategy_of(const HuntArguments& arguments) {
  if (!arguments.unroll) return arguments.strategy;
  if (arguments.strategy != "complete")
    throw CLI::ValidationError("--unroll is for the strategy complete, not for " + arguments.strategy);
  return "complete:unroll=" + std::to_string(*arguments.unroll);
}

}  // namespace

host::HuntOptions hunt_options(const HuntArguments& arguments, double seconds) {
  host::HuntOptions options;
  options.search.strategy = strategy_of(arguments);
  options.search.seed = parse_seed(arguments.seed);
  options.search.isolation = parse_isolation(arguments.isolation);
  options.search.races = parse_races(arguments.races);
  options.search.volatile_means = parse_volatile(arguments.volatile_means);
  options.search.jobs = arguments.jobs;
  options.search.predict_deadlocks = !arguments.no_predict;
  ExecutionOptions& execution = options.search.execution;
  execution.random_seed = options.search.seed;
  execution.granularity = parse_granularity(arguments.granularity);
  execution.step_limit = arguments.step_limit;
  execution.timeout_milliseconds =
      static_cast<std::uint64_t>(parse_duration(arguments.execution_timeout) * 1000);
  execution.memory_limit = parse_memory_limit(arguments.memory_limit);
  execution.memory = parse_memory(arguments.memory);
  execution.spurious = arguments.spurious;
  execution.stall = parse_stall(arguments.stall);
  // What the set-up does to the folder is part of each execution.
  execution.skip_set_up =
      parse_snapshot(arguments.snapshot).where == sessions::SnapshotChoice::Where::kFirstThread &&
      arguments.cwd.empty();
  execution.carrier = parse_carrier(arguments.carrier);
  execution.unjoined = parse_unjoined(arguments.unjoined);
  options.executions = arguments.executions.value_or(host::kAnyNumber);
  options.seconds = arguments.executions ? host::kAnyTime : seconds;
  if (arguments.time) options.seconds = parse_duration(*arguments.time);
  options.shrink = !arguments.no_shrink;
  const Result<ParsedStrategy> strategy = parse_strategy(options.search.strategy);
  if (!strategy) throw CLI::ValidationError(strategy.error());
  const std::string_view name = strategy->info->name;
  const bool is_sequential = name == "mcr";
  if (execution.memory == Memory::kByOrders && is_sequential) execution.memory = Memory::kSequential;
  if (execution.memory == Memory::kCpp && is_sequential)
    throw CLI::ValidationError("--memory c++: " + std::string(name) +
                               " knows sequential consistency only; choose another strategy");
  return options;
}

sessions::PlaceChoices place_choices(const HuntArguments& arguments) {
  return {parse_snapshot(arguments.snapshot), arguments.region};
}

bool begins_at_a_place(const HuntArguments& arguments) {
  return arguments.snapshot != "start" && arguments.snapshot != "first-thread";
}

Surroundings surroundings(const HuntArguments& arguments) {
  Surroundings given;
  if (arguments.cwd.empty()) return given;
  if (!read_cwd(arguments.cwd, given))
    throw CLI::ValidationError("--cwd: '" + arguments.cwd + "' is neither fresh nor fresh:TEMPLATE");
  if (begins_at_a_place(arguments))
    throw CLI::ValidationError("--cwd fresh needs executions from the program's start: leave --snapshot out");
  return given;
}

Result<report::Suppressions> read_suppressions(const std::string& path) {
  const Result<std::string> text = host::read_file(path);
  if (!text) return Error{text.error()};
  Result<report::Suppressions> parsed = report::Suppressions::parse(*text);
  if (!parsed) return Error{path + ": " + parsed.error()};
  return parsed;
}

}  // namespace heddle::cli
