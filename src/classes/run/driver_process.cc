#include "classes/run/driver_process.h"

#include <algorithm>
#include <map>
#include <utility>

#include "search/repeat.h"

namespace heddle::classes {

namespace {

// An execution takes less than a millisecond.
constexpr std::uint64_t kTimeout = 2000;
// Executions after which a search without end is asked what they told.
constexpr std::uint64_t kMostAtATime = 20'000;

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

Result<std::unique_ptr<DriverProcess>> DriverProcess::start(const host::LaunchOptions& options, unsigned jobs,
                                                            std::chrono::milliseconds worthwhile) {
  Result<std::unique_ptr<host::ExplorerProcess>> first = host::ExplorerProcess::start(options);
  if (!first) return Error{first.error()};
  return std::unique_ptr<DriverProcess>(
      new DriverProcess(options, host::SearchCrew(std::move(*first), options, jobs, worthwhile), jobs));
}

SearchRequest DriverProcess::search_request(const TestRequest& asked) const {
  SearchRequest request;
  request.settings.strategy = asked.schedules.strategy;
  request.settings.seed = asked.schedules.seed;
  request.settings.races = asked.schedules.races;
  request.settings.coverage = asked.coverage;
  request.settings.execution.skip_set_up = true;
  request.settings.execution.memory = asked.schedules.memory;
  request.settings.execution.timeout_milliseconds = kTimeout;
  request.settings.apart_by_told = asked.schedules.tells_failures_apart;
  request.executions = std::min(asked.schedules.executions, kMostAtATime);
  request.task = task_with_threads(asked.test, asked.observation, asked.schedules.marks_time);
  request.knowledge = knowledge_;
  return request;
}

void DriverProcess::expect(std::span<const TestRequest> next) {
  std::vector<SearchRequest> searches;
  for (const TestRequest& each : next) searches.push_back(search_request(each));
  tests_.expect(searches);
}

Result<TestRun> DriverProcess::run(const TestRequest& asked, const Watch& watch) {
  TestRun run;
  SearchRequest request = search_request(asked);
  const TestCase& test = asked.test;
  std::map<std::vector<std::uint8_t>, std::size_t> places;  // of what was told, among the histories
  for (;;) {
    const std::uint64_t wanted = asked.schedules.executions;
    request.executions = std::min(wanted - std::min(wanted, run.executions), kMostAtATime);
    Result<SearchPaused> paused = tests_.search(request, watch);
    if (!paused) return Error{paused.error()};
    request.fresh = false;
    run.executions = paused->totals.executions;
    run.failed = paused->totals.failed;
    run.superseded = paused->totals.superseded;
    for (Telling& each : paused->tellings) {
      const auto [place, is_new] = places.emplace(std::move(each.told), run.histories.size());
      if (is_new) run.histories.push_back({read_history(place->first, test), 0});
      run.histories[place->second].times += each.times;
    }
    for (ExecutionReport& race : paused->races)
      if (is_certain(race, *paused, request)) run.races.push_back(told_failure(race, test));
    run.coverage = std::move(paused->coverage);
    knowledge_ = std::move(paused->knowledge);
    // The next ones would take as long.
    if (paused->reason == PauseReason::kLost && paused->report.end == End::kStuck) {
      run.timed_out = true;
      return run;
    }
    if (paused->reason == PauseReason::kLost)
      return Error{paused->report.failure.text.empty() ? "an execution of the test could not be controlled"
                                                       : paused->report.failure.text};
    if (paused->reason == PauseReason::kExhausted) run.claim = std::move(paused->claim);
    if (paused->reason == PauseReason::kBudget && run.executions < wanted) continue;
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
  const Result<Replayed> replayed = tests_.replay(again);
  return replayed && replayed->ordered_by == kNoSite;
}

// One more than there are tests at a time: orders are also asked for that were not expected.
Result<host::SearchCrew*> DriverProcess::for_orders() {
  if (!orders_) {
    Result<std::unique_ptr<host::ExplorerProcess>> first = host::ExplorerProcess::start(launch_);
    if (!first) return Error{first.error()};
    orders_.emplace(std::move(*first), launch_, jobs_ == 1 ? 1 : jobs_ + 1);
  }
  return &*orders_;
}

void DriverProcess::expect_orders(std::span<const OrdersRequest> next) {
  const Result<host::SearchCrew*> crew = for_orders();
  if (!crew) return;
  std::vector<SearchRequest> searches;
  for (const OrdersRequest& each : next)
    searches.push_back(
        orders_request(task_in_orders(each.test, each.observation, each.orders, OrderedBy::kOneThread)));
  (*crew)->expect(searches);
}

Result<OrdersRun> DriverProcess::run_orders(const TestCase& test, const Observation& observation,
                                            std::span<const Order> orders, OrderedBy by) {
  const Result<host::SearchCrew*> crew = for_orders();
  if (!crew) return Error{crew.error()};
  Result<SearchPaused> paused =
      (*crew)->search(orders_request(task_in_orders(test, observation, orders, by)), nullptr);
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
