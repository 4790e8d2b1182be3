// A class driver under control: runs test cases with threads, schedule after schedule, and orders of their
// calls one after the other. Whatever a test does to the process, the next one starts afresh.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "classes/task.h"
#include "classes/test_case.h"
#include "event/failure.h"
#include "event/result.h"
#include "host/explorer_process.h"
#include "search/search.h"

namespace heddle::classes {

struct ScheduleBudget {
  std::string strategy = "random";
  std::uint64_t executions = 100;  // of each test
  std::uint64_t seed = 1;
  Races races = Races::kReport;
  Memory memory = Memory::kSequential;
};

struct ToldFailure {
  Failure failure;
  ToldHistory told;
};

struct SeenHistory {
  ToldHistory told;
  std::uint64_t times = 0;
};

// What executions of a test with threads showed, each once.
struct TestRun {
  std::vector<SeenHistory> histories;  // of those that completed
  std::vector<ToldFailure> failures;
  std::vector<ToldFailure> races;
  std::uint64_t executions = 0;
  std::uint64_t failed = 0;
  bool timed_out = false;  // an execution did not end within its time, and was the last
  CoverageReport coverage;
};

struct OrdersRun {
  std::vector<ToldOrder> orders;   // as many as came to their end, and the one that failed
  std::optional<Failure> failure;  // of the last of them
};

class DriverProcess {
 public:
  // Asked about ten times a second; true ends what is going on.
  using Watch = std::function<bool()>;

  static Result<std::unique_ptr<DriverProcess>> start(const host::LaunchOptions& options);

  Result<TestRun> run(const TestCase& test, const Observation& observation, const ScheduleBudget& budget,
                      const MeterSettings& coverage, const Watch& watch);
  Result<OrdersRun> run_orders(const TestCase& test, const Observation& observation,
                               std::span<const Order> orders, OrderedBy by = OrderedBy::kOneThread);
  // These will be asked for next, by one thread: they are run while the test is.
  void expect_orders(const TestCase& test, const Observation& observation, std::span<const Order> orders);

  const ModuleTable& modules() const { return explorer_->hello().modules; }

 private:
  DriverProcess(const host::LaunchOptions& launch, std::unique_ptr<host::ExplorerProcess> explorer)
      : launch_(launch), explorer_(std::move(explorer)) {}

  Result<host::ExplorerProcess*> for_orders();
  Result<SearchPaused> answer_about_orders(const SearchRequest& request);
  bool is_certain(const ExecutionReport& race, const SearchPaused& seen_by, const SearchRequest& request);

  host::LaunchOptions launch_;
  std::unique_ptr<host::ExplorerProcess> explorer_;
  // Another one makes the calls in orders: at the same time, and what their threads share is not taken for
  // shared in tests.
  std::unique_ptr<host::ExplorerProcess> for_orders_;
  std::vector<std::uint8_t> expected_;  // the task that it was given in advance; empty: none
};

}  // namespace heddle::classes
