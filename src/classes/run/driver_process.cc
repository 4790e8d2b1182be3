#include "classes/run/driver_process.h"

#include <algorithm>
#include <utility>

#include "search/repeat.h"

namespace heddle::classes {

namespace {

// An execution takes less than a millisecond.
constexpr std::uint64_t kTimeout = 2000;

SearchRequest orders_request(std::vector<std::uint8_t> task) {
  SearchRequest request;
  request.settings.isolation = Isolation::kFork;
  request.settings.execution.timeout_milliseconds = kTimeout;
  request.executions = 1;
  request.task = std::move(task);
  return request;
}

ToldFailure told_failure(ExecutionReport& report, const TestCase& test) {
  return {std::move(report.failure), read_history(report.told, test)};
}

}  // namespace

Result<std::unique_ptr<DriverProcess>> DriverProcess::start(const host::LaunchOptions& options) {
  Result<std::unique_ptr<host::ExplorerProcess>> explorer = host::ExplorerProcess::start(options);
  if (!explorer) return Error{explorer.error()};
  return std::unique_ptr<DriverProcess>(new DriverProcess(options, std::move(*explorer)));
}

Result<TestRun> DriverProcess::run(const TestCase& test, const Observation& observation,
                                   const ScheduleBudget& budget, const MeterSettings& coverage,
                                   const Watch& watch) {
  TestRun run;
  SearchRequest request;
  request.settings.strategy = budget.strategy;
  request.settings.seed = budget.seed;
  request.settings.races = budget.races;
  request.settings.coverage = coverage;
  request.settings.execution.skip_set_up = true;
  request.settings.execution.memory = budget.memory;
  request.settings.execution.timeout_milliseconds = kTimeout;
  request.task = task_with_threads(test, observation);
  for (;;) {
    request.executions = budget.executions - std::min(budget.executions, run.executions);
    Result<SearchPaused> paused = explorer_->search(request, watch);
    if (!paused) return Error{paused.error()};
    request.fresh = false;
    run.executions = paused->totals.executions;
    run.failed = paused->totals.failed;
    for (Telling& each : paused->tellings)
      run.histories.push_back({read_history(each.told, test), each.times});
    for (ExecutionReport& race : paused->races)
      if (is_certain(race, *paused, request)) run.races.push_back(told_failure(race, test));
    run.coverage = std::move(paused->coverage);
    // The next ones would take as long.
    if (paused->reason == PauseReason::kLost && paused->report.end == End::kStuck) {
      run.timed_out = true;
      return run;
    }
    if (paused->reason == PauseReason::kLost)
      return Error{paused->report.failure.text.empty() ? "an execution of the test could not be controlled"
                                                       : paused->report.failure.text};
    if (paused->reason != PauseReason::kFailure) return run;
    run.failures.push_back(told_failure(paused->report, test));
  }
}

// A library may order the two accesses by atomics of its own: a replay that watches it tells.
bool DriverProcess::is_certain(const ExecutionReport& race, const SearchPaused& seen_by,
                               const SearchRequest& request) {
  if (!has_opaque_module(seen_by.modules)) return true;
  ReplayRequest again = replay_request(request.settings.execution, race.schedule, race.failure);
  again.task = request.task;
  const Result<Replayed> replayed = explorer_->replay(again);
  return replayed && replayed->ordered_by == kNoSite;
}

Result<host::ExplorerProcess*> DriverProcess::for_orders() {
  if (for_orders_ == nullptr) {
    Result<std::unique_ptr<host::ExplorerProcess>> started = host::ExplorerProcess::start(launch_);
    if (!started) return Error{started.error()};
    for_orders_ = std::move(*started);
  }
  return for_orders_.get();
}

void DriverProcess::expect_orders(const TestCase& test, const Observation& observation,
                                  std::span<const Order> orders) {
  const Result<host::ExplorerProcess*> explorer = for_orders();
  if (!explorer || !expected_.empty()) return;
  SearchRequest request = orders_request(task_in_orders(test, observation, orders, OrderedBy::kOneThread));
  if ((*explorer)->begin(request)) expected_ = std::move(request.task);
}

Result<SearchPaused> DriverProcess::answer_about_orders(const SearchRequest& request) {
  const Result<host::ExplorerProcess*> explorer = for_orders();
  if (!explorer) return Error{explorer.error()};
  if (!expected_.empty()) {
    Result<SearchPaused> expected = (*explorer)->finish(nullptr);
    if (std::exchange(expected_, {}) == request.task || !expected) return expected;
  }
  return (*explorer)->search(request, nullptr);
}

Result<OrdersRun> DriverProcess::run_orders(const TestCase& test, const Observation& observation,
                                            std::span<const Order> orders, OrderedBy by) {
  Result<SearchPaused> paused =
      answer_about_orders(orders_request(task_in_orders(test, observation, orders, by)));
  if (!paused) return Error{paused.error()};
  OrdersRun run;
  if (paused->report.end == End::kStuck) paused->report.failure.kind = FailureKind::kTimeout;
  if (paused->reason == PauseReason::kFailure || paused->report.end == End::kStuck) {
    run.orders = read_orders(paused->report.told);
    run.failure = std::move(paused->report.failure);
  } else if (!paused->tellings.empty()) {
    run.orders = read_orders(paused->tellings.front().told);
  } else {
    return Error{"calls one after the other could not be controlled" +
                 (paused->report.failure.text.empty() ? std::string() : ": " + paused->report.failure.text)};
  }
  return run;
}

}  // namespace heddle::classes
