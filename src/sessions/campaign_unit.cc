#include "sessions/campaign_unit.h"

#include <algorithm>
#include <chrono>

#include "event/hash.h"
#include "host/explorer_process.h"
#include "host/program_file.h"
#include "report/formats/known_bugs.h"
#include "report/formats/test_document.h"
#include "report/model/coverage_document.h"
#include "report/text/failure_text.h"
#include "report/text/schedule_text.h"
#include "report/text/summary.h"
#include "search/shrink_bug.h"
#include "sessions/campaign_pack.h"
#include "sessions/tool_paths.h"
#include "symbols/symbolizer.h"

namespace heddle::sessions {

namespace {

constexpr std::size_t kMostBugsOfAUnit = 100;
constexpr std::chrono::seconds kShrinkingOfABug(10);

// Names of code and not of memory, the same in every process that runs this build.
std::vector<std::pair<std::string, std::uint64_t>> covered_items(const CoverageReport& coverage,
                                                                 const ModuleTable& modules) {
  std::vector<std::pair<std::string, std::uint64_t>> items;
  for (const MetricReport& metric : coverage.metrics)
    for (const CoverageItem& item : metric.items) {
      if (!item.covered) continue;
      std::uint64_t hash = item.shape;
      for (std::uint8_t i = 0; i < item.steps; ++i) {
        const CoverageStep& step = item.step[i];
        hash = combine(hash, static_cast<std::uint64_t>(step.kind) << 8 | step.role);
        hash = combine(hash, hash_text(report::site_text(step.site, modules)));
      }
      items.emplace_back(to_string(metric.metric), hash >> 1);  // a database's integers have a sign
    }
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  return items;
}

// As in the folder that heddle campaign export writes: schedules beside bin/ and files/.
ScheduleFile exported_schedule(const Bug& bug, const report::RunDescription& run,
                               const report::Places& places, bool has_input) {
  ScheduleFile file = schedule_of(bug, run, places);
  file.folder = kPackedFiles;
  if (has_input) file.input = std::string(kPackedFiles) + "/standard-input";
  return file;
}

class UnitHunt {
 public:
  UnitHunt(const campaigns::Lease& lease, const PreparedProgram& prepared, const HuntSetUp& set_up,
           const UnitWatch& watch, host::ExplorerProcess& explorer)
      : lease_(lease), prepared_(prepared), watch_(watch), explorer_(explorer) {
    run_.program = "../" + std::string(kPackedProgramFolder) + "/" +
                   prepared.program.substr(prepared.program.rfind('/') + 1);
    run_.arguments = lease.cell.arguments;
    run_.surroundings = set_up.surroundings;
    run_.options = set_up.options;
    host::HuntOptions& options = run_.options;
    options.until = host::Until::kBudget;
    options.executions = lease.executions;
    options.seconds = host::kAnyTime;
    options.max_bugs = kMostBugsOfAUnit;
    options.shrink = false;
    options.measure_deadlocks = false;
    options.search.coverage.metrics = bit_of(MetricKind::kSyncPairs);
    expect_what_strategy_expects(lease.cell.strategy, options.search.coverage);
  }

  Result<campaigns::UnitOutcome> run(const PlaceChoices& choices) {
    if (const Result<bool> found =
            find_places(choices, explorer_.hello().modules, symbolizer_, run_.options.search);
        !found)
      return Error{found.error()};
    host::Hunt hunt(
        explorer_, run_.options, watch_.stop,
        [this](const host::HuntProgress& now) { watch_.progress(now.executions); },
        [](const host::HuntResult&) {});
    host::HuntResult result = hunt.run();
    campaigns::UnitOutcome outcome;
    outcome.executions = result.totals.executions;
    outcome.failed = result.totals.failed;
    outcome.steps = result.totals.steps;
    outcome.seconds = result.seconds;
    outcome.end = report::to_string(result.end);
    const report::Places places(explorer_.hello().modules, symbolizer_);
    if (result.end == host::HuntEnd::kUncontrolled)
      outcome.problem = result.problem.empty() ? problem_sentence(result, places) : result.problem;
    outcome.coverage = covered_items(result.coverage, explorer_.hello().modules);
    // One execution is all of a program without threads.
    outcome.ends_cell = result.end == host::HuntEnd::kExhausted ||
                        (result.end != host::HuntEnd::kUncontrolled && !result.saw_threads);
    for (Bug& bug : result.bugs) outcome.bugs.push_back(seen(bug));
    return outcome;
  }

 private:
  campaigns::SeenBug seen(Bug& bug) {
    const auto places = [this] { return report::Places(explorer_.hello().modules, symbolizer_); };
    campaigns::SeenBug seen;
    const report::TestBug described = test_bug(bug, run_, places());
    seen.bug = known_bug(lease_.cell.test, described);
    seen.headline = described.message;
    seen.times = bug.times;
    seen.execution = bug.execution;
    seen.stable = bug.stable;
    if (bug.stable && !watch_.stop() && watch_.is_new(fingerprint(seen.bug)))
      shrink_bug(bug, explorer_, run_.options.search.execution,
                 {.end = std::chrono::steady_clock::now() + kShrinkingOfABug},
                 [this](std::uint64_t) { return watch_.stop(); });
    seen.schedule = print(exported_schedule(bug, run_, places(), !prepared_.input.empty()));
    seen.output = bug.output;
    seen.report = failure_text(bug.report.failure, places(), report::Style(),
                               run_.options.search.execution.expected_exit);
    return seen;
  }

  const campaigns::Lease& lease_;
  const PreparedProgram& prepared_;
  const UnitWatch& watch_;
  host::ExplorerProcess& explorer_;
  report::RunDescription run_;
  symbols::Symbolizer symbolizer_;
};

}  // namespace

std::vector<std::string> unit_words(const campaigns::Lease& lease) {
  std::vector<std::string> words = lease.cell.options;
  words.push_back("--strategy=" + lease.cell.strategy);
  words.push_back("--seed=" + std::to_string(lease.seed()));
  words.push_back("--executions=" + std::to_string(lease.executions));
  return words;
}

Result<campaigns::UnitOutcome> explore_unit(const campaigns::Lease& lease, const PreparedProgram& prepared,
                                            const HuntSetUp& set_up, const UnitWatch& watch) {
  const Result<ToolPaths> paths = find_installation();
  if (!paths) return Error{paths.error()};
  const Result<host::ProgramFile> program = host::inspect_program(prepared.program);
  if (!program) return Error{program.error()};
  host::LaunchOptions launch;
  launch.program = *program;
  launch.arguments = lease.cell.arguments;
  launch.runtime_library = paths->runtime_library();
  launch.input = prepared.input;
  launch.folder = prepared.run_folder;
  launch.surroundings = set_up.surroundings;
  const Result<std::unique_ptr<host::ExplorerProcess>> explorer = host::ExplorerProcess::start(launch);
  if (!explorer) return Error{explorer.error()};
  // A library of the same name from elsewhere would be another program.
  for (const Module& module : (*explorer)->hello().modules.modules) {
    const std::string packed =
        prepared.folder + "/" + kPackedLibraries + "/" + module.path.substr(module.path.rfind('/') + 1);
    if (module.path != packed && access(packed.c_str(), F_OK) == 0)
      return Error{"the program loads '" + module.path +
                   "' of this machine in place of the library that was packed with it"};
  }
  return UnitHunt(lease, prepared, set_up, watch, **explorer).run(set_up.places);
}

}  // namespace heddle::sessions
