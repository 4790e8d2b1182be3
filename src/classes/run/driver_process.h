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
#include "host/search_crew.h"
#include "search/search.h"

namespace heddle::classes {

struct ScheduleBudget {
  std::string strategy = "random";
  std::uint64_t executions = 100;  // of each test
  std::uint64_t seed = 1;
  Races races = Races::kReport;
  Memory memory = Memory::kSequential;
  bool tells_failures_apart = false;  // by what was told before them, and not only by kind and place
  bool marks_time = false;            // task_with_threads()
};

struct ToldFailure {
  Failure failure;
  ToldHistory told;
};

struct SeenHistory {
  ToldHistory told;
  std::uint64_t times = 0;
};

struct TestRequest {
  TestCase test;
  Observation observation;
  ScheduleBudget schedules;
  MeterSettings coverage = {};
};

struct OrdersRequest {
  TestCase test;
  Observation observation;
  std::vector<Order> orders;
};

// What executions of a test with threads showed, each once.
struct TestRun {
  std::vector<SeenHistory> histories;  // of those that completed
  std::vector<ToldFailure> failures;
  std::vector<ToldFailure> races;
  std::uint64_t executions = 0;
  std::uint64_t failed = 0;
  std::uint64_t superseded = 0;  // executions: SearchTotals
  bool timed_out = false;        // an execution did not end within its time, and was the last
  CoverageReport coverage;
  std::optional<std::string> claim;  // the strategy has nothing left: of what it has executed every one
};

struct OrdersRun {
  std::vector<ToldOrder> orders;   // as many as came to their end, and the one that failed
  std::optional<Failure> failure;  // of the last of them
};

class DriverProcess {
 public:
  // Asked about ten times a second; true ends what is going on.
  using Watch = std::function<bool()>;

  // So many tests are run at the same time, if they are expected.
  static Result<std::unique_ptr<DriverProcess>> start(
      const host::LaunchOptions& options, unsigned jobs = 1,
      std::chrono::milliseconds worthwhile = host::SearchCrew::kWorthwhile);

  // These will probably be run next, the first of them first.
  void expect(std::span<const TestRequest> next);
  Result<TestRun> run(const TestRequest& request, const Watch& watch);

  Result<OrdersRun> run_orders(const TestCase& test, const Observation& observation,
                               std::span<const Order> orders, OrderedBy by = OrderedBy::kOneThread);
  // These will be asked for, by one thread: they are run while tests are.
  void expect_orders(std::span<const OrdersRequest> next);

  // So many are worth expecting, the first with them.
  std::size_t at_a_time() const { return tests_.at_a_time(); }
  const ModuleTable& modules() const { return tests_.modules(); }

 private:
  DriverProcess(const host::LaunchOptions& launch, host::SearchCrew tests, unsigned jobs)
      : launch_(launch), jobs_(jobs), tests_(std::move(tests)) {}

  Result<host::SearchCrew*> for_orders();
  SearchRequest search_request(const TestRequest& asked) const;
  bool is_certain(const ExecutionReport& race, const SearchPaused& seen_by, const SearchRequest& request);

  host::LaunchOptions launch_;
  unsigned jobs_;
  host::SearchCrew tests_;
  std::vector<std::uint8_t> knowledge_;     // of all tests that were run so far
  std::optional<host::SearchCrew> orders_;  // others make the calls in orders, at the same time
};

}  // namespace heddle::classes
