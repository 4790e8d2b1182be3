// Adaptive test generation on a class driver: tests are random calls, a profile is a few uncontrolled
// executions, and an active test searches the schedules of a test for interleaving roots, as Maple does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>

#include "classes/atg.h"
#include "classes/pair_tests.h"
#include "classes/run/driver_process.h"
#include "event/random.h"

namespace heddle::classes {

struct IRootBenchOptions {
  // Two threads of at most four calls each, as in the paper.
  TestShape shape = {.threads = 2, .longest_prefix = 3, .longest_suffix = 4};
  std::uint64_t profile_executions = 2;
  // Active tests that failed to expose a root, after which it is taken to be infeasible: it is no longer
  // discovered. Maple drops candidates in the same way. 0: never.
  std::uint64_t vain_tests = 2;
  Races races = Races::kReport;
  Roles roles;
  std::uint64_t seed = 1;
};

// Of all tests on the bench. Interleaving roots have the same keys in all processes of one driver.
struct IRootCounts {
  std::uint64_t profiles = 0;
  std::uint64_t active_tests = 0;
  IRootSet discovered;
  IRootSet exposed;  // by profiles and active tests alike
};

class IRootBench : public TestBench {
 public:
  // Runs a test and judges what it shows; nothing: it could not be run, or the caller wants no more.
  using Try =
      std::function<std::optional<TestRun>(const TestCase&, const ScheduleBudget&, const MeterSettings&)>;
  using IsOver = std::function<bool()>;

  IRootBench(const Operations& operations, const IRootBenchOptions& options, Try try_test, IsOver is_over)
      : options_(options),
        try_test_(std::move(try_test)),
        is_over_(std::move(is_over)),
        random_(options.seed),
        maker_(operations, random_, options.roles) {}

  std::optional<TestCase> random_test(const IsSeen& is_seen) override;
  TestProfile profile(const TestCase& test) override;
  IRootSet actively_test(const TestCase& test, const IRootSet& targets) override;
  bool is_over() override { return is_over_(); }

  // Other tests from now on.
  void reseed(std::uint64_t seed) { random_.reseed(seed); }
  void learn_from_beginning(const TestCase& test, bool has_ended) {
    maker_.learn_from_beginning(test, has_ended);
  }
  const IRootCounts& counts() const { return counts_; }

 private:
  TestProfile run(const TestCase& test, const char* strategy, std::uint64_t executions);
  bool is_given_up(std::uint64_t root) const;

  IRootBenchOptions options_;
  Try try_test_;
  IsOver is_over_;
  Random random_;
  TestMaker maker_;
  IRootCounts counts_;
  std::map<std::uint64_t, std::uint64_t> vain_tests_;  // by root
};

}  // namespace heddle::classes
