// The search for a test case that a class fails: test after test, each with some schedules, until one is
// judged wrong or the budget is spent; then the smallest such test.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "classes/method_pairs.h"
#include "classes/operations.h"
#include "classes/run/judge.h"
#include "event/result.h"

namespace heddle::classes {

struct ClassSearchOptions {
  std::string algorithm = "auto";
  std::optional<bool> groups;  // in place of what the algorithm does: pairs of high priority first
  ScheduleBudget schedules;
  JudgeOptions judge;
  std::size_t threads = 2;
  std::uint64_t tests = 100'000;
  double seconds = 60;
  double shrinking_seconds = 20;
  std::uint64_t seed = 1;
};

struct ClassSearchProgress {
  std::uint64_t tests = 0;
  std::uint64_t executions = 0;
  std::size_t pairs_covered = 0;
  double seconds = 0;
  bool is_shrinking = false;
};

struct ClassSearchResult {
  std::optional<Violation> violation;  // of the smallest test
  std::optional<TestCase> found_with;  // as it was found
  std::uint64_t tests = 0;             // to the violation, without those that made it smaller
  std::uint64_t executions = 0;
  std::uint64_t no_tests = 0;  // whose calls before the threads fail by themselves
  std::uint64_t not_known = 0;
  std::size_t pairs = 0;
  std::size_t pairs_covered = 0;
  std::uint64_t shrinking_tests = 0;
  double seconds = 0;                   // to the violation
  std::vector<std::string> fail_alone;  // operations that end the program without any threads
  bool interrupted = false;
};

class ClassSearch {
 public:
  using Watch = std::function<bool(const ClassSearchProgress&)>;  // true: enough

  // `specification` may be the driver itself.
  ClassSearch(DriverProcess& driver, DriverProcess& specification, const Operations& operations,
              const ClassSearchOptions& options, Watch watch);

  // The error says what is wrong with the options, or that the program cannot be controlled.
  Result<ClassSearchResult> run();

 private:
  Result<Judgement> try_test(const TestCase& test, TestRun& run);
  void make_smaller(Violation& violation);
  bool is_over();
  double elapsed() const;

  DriverProcess& driver_;
  const Operations& operations_;
  ClassSearchOptions options_;
  Watch watch_;
  Judge judge_;
  std::set<std::size_t> failing_observers_;  // that end the program without any threads
  ClassSearchResult result_;
  std::uint64_t start_ = 0;
  double end_ = 0;  // seconds after the start
  bool is_shrinking_ = false;
  bool interrupted_ = false;
};

}  // namespace heddle::classes
