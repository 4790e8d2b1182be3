#include "study/cell_search.h"

#include <chrono>
#include <memory>
#include <set>

#include "host/explorer_process.h"
#include "report/model/site_lines.h"
#include "strategies/profile.h"
#include "strategies/registry.h"

namespace heddle::study {

namespace {

// Far beyond what the longest executions need: results must not depend on the machine.
constexpr std::uint64_t kExecutionTimeout = 60'000;  // milliseconds

class CellSearch {
 public:
  CellSearch(const Laboratory& laboratory, host::ExplorerProcess& explorer, const CellKey& key,
             const std::vector<SyncPair>& requirements)
      : laboratory_(laboratory), explorer_(explorer) {
    cell_.key = key;
    request_.settings.strategy = key.strategy;
    request_.settings.seed = key.seed;
    request_.settings.execution.random_seed = key.seed;
    request_.settings.execution.granularity = laboratory.granularity;
    request_.settings.execution.timeout_milliseconds = kExecutionTimeout;
    request_.settings.coverage = laboratory.coverage;
    if (key.until == host::Until::kFirstBug) request_.settings.coverage.metrics = 0;
    request_.settings.coverage.until_saturation = key.until == host::Until::kSaturation;
    expect_what_strategy_expects(key.strategy, request_.settings.coverage);
    request_.settings.requirements = requirements;
    if (takes_lines(key.strategy)) {
      symbols::Symbolizer symbolizer;
      request_.settings.lines = report::site_lines(explorer.hello().modules, symbolizer);
    }
  }

  Result<Cell> run(std::uint64_t measuring) {
    start_ = Clock::now();
    // Executions by which a strategy gets to know the program are no sample of it. On the way to the first
    // bug they are a part of the price.
    if (cell_.key.until != host::Until::kBudget) measuring = 0;
    if (Result<bool> measured = search(measuring); !measured) return Error{measured.error()};
    const Cell before = cell_;
    if (Result<bool> searched = search(measuring + cell_.key.executions); !searched)
      return Error{searched.error()};
    if (!saw_threads_) return Error{"no execution had a second thread: there is nothing to schedule"};
    cell_.executions -= before.executions;
    cell_.failed -= before.failed;
    cell_.abandoned -= before.abandoned;
    cell_.steps -= before.steps;
    cell_.seconds = elapsed();
    return cell_;
  }

 private:
  using Clock = std::chrono::steady_clock;

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  bool out_of_time() const {
    return cell_.key.until == host::Until::kFirstBug && laboratory_.seconds > 0 &&
           elapsed() >= laboratory_.seconds;
  }

  // Until there were so many executions in all, the first bug, or the end of the time.
  Result<bool> search(std::uint64_t executions) {
    while (cell_.executions < executions) {
      request_.executions = executions - cell_.executions;
      Result<SearchPaused> paused = explorer_.search(request_, [this] { return out_of_time(); });
      request_.fresh = false;
      if (!paused) return Error{paused.error()};
      if (paused->reason == PauseReason::kLost)
        return Error{paused->report.end == End::kRefused
                         ? paused->report.failure.text
                         : "execution " + std::to_string(paused->report.number + 1) +
                               " could not be controlled"};
      count(*paused);
      if (cell_.first != 0) break;
      if (paused->reason != PauseReason::kFailure && paused->reason != PauseReason::kBudget) break;
    }
    return true;
  }

  void count(const SearchPaused& paused) {
    const bool failure = paused.reason == PauseReason::kFailure;
    if (failure && laboratory_.deadlocks_only && paused.report.failure.kind != FailureKind::kDeadlock)
      others_.insert(paused.report.failure.signature());
    else if (failure && cell_.key.until == host::Until::kFirstBug)
      cell_.first = paused.totals.executions;
    cell_.executions = paused.totals.executions;
    cell_.failed = paused.totals.failed;
    cell_.abandoned = paused.totals.abandoned;
    cell_.steps = paused.totals.steps;
    cell_.series = paused.series;
    for (std::size_t i = 0; i < paused.signatures.size(); ++i)
      if (others_.contains(paused.signatures[i])) cell_.failed -= paused.counts[i];
    cell_.size = paused.size;
    cell_.tally = paused.totals.tally;
    // A study measures one metric; the pairs of locks are kept one by one.
    for (const MetricReport& metric : paused.coverage.metrics) {
      cell_.growth = metric.growth;
      if (metric.metric != MetricKind::kSyncPairs) continue;
      cell_.pairs.clear();
      for (const CoverageItem& item : metric.items)
        cell_.pairs.push_back({{item.step[0].site, item.step[1].site}, item.estimated, item.covered});
    }
    saw_threads_ = paused.saw_threads;
  }

  const Laboratory& laboratory_;
  host::ExplorerProcess& explorer_;
  SearchRequest request_;
  Clock::time_point start_;
  Cell cell_;
  bool saw_threads_ = false;
  std::set<std::uint64_t> others_;  // signatures of failures that do not count
};

}  // namespace

Result<Cell> search_cell(const Laboratory& laboratory, const Subject& subject, const CellKey& key,
                         const std::vector<SyncPair>& requirements) {
  Result<std::unique_ptr<Strategy>> strategy = make_strategy(key.strategy);
  if (!strategy) return Error{strategy.error()};
  host::LaunchOptions launch;
  launch.program = subject.program;
  launch.runtime_library = laboratory.runtime_library;
  Result<std::unique_ptr<host::ExplorerProcess>> explorer = host::ExplorerProcess::start(launch);
  if (!explorer) return Error{explorer.error()};
  const std::uint64_t measuring = (*strategy)->facets().profile != nullptr ? Profile::kFirstExecutions : 0;
  return CellSearch(laboratory, **explorer, key, requirements).run(measuring);
}

}  // namespace heddle::study
