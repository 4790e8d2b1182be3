// The search for a test case that a class fails: test after test, each with some schedules, until one is
// judged wrong or the budget is spent; then the smallest such test.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "classes/main_methods.h"
#include "classes/method_pairs.h"
#include "classes/operations.h"
#include "classes/pair_tests.h"
#include "classes/run/algorithms.h"
#include "classes/run/iroot_bench.h"
#include "classes/run/judge.h"
#include "event/result.h"

namespace heddle::classes {

// One cause, as far as it can be told: failures of a kind of tests that call the same methods.
struct KnownViolation {
  FailureKind kind = FailureKind::kNone;
  std::set<std::string> methods;

  bool has_caused(const Violation& violation, const Operations& operations) const;
};
KnownViolation known_violation(const Violation& violation, const Operations& operations);

// Of tests that are all to be run: so many calls of each thread at most, with the first values of each
// argument.
struct VerificationBounds {
  std::size_t calls = 2;
  std::size_t values = 2;
};

struct ClassSearchOptions {
  Algorithm algorithm;
  ScheduleBudget schedules;  // of each test; adaptive test generation has its own, but for races
  JudgeOptions judge;
  std::size_t threads = 2;
  Roles roles;
  std::uint64_t tests = 100'000;
  double seconds = 60;
  double shrinking_seconds = 10;  // for making a failing test smaller
  std::uint64_t seed = 1;
  bool makes_smaller = true;               // the test that was found
  std::vector<KnownViolation> known = {};  // reported before: left out
  // In place of the algorithm's tests: all within these bounds, each with all that `schedules` has.
  std::optional<VerificationBounds> verification = {};
};

struct ClassSearchProgress {
  std::uint64_t tests = 0;
  std::uint64_t executions = 0;
  std::size_t pairs_covered = 0;
  std::optional<std::size_t> iroots_exposed;  // by adaptive test generation
  double seconds = 0;
  bool is_shrinking = false;
  std::optional<std::uint64_t> all_tests = {};  // that there are, where all are to be run
};

struct KeptTest {
  TestCase test;
  std::set<std::size_t> prefix_threw;  // ToldHistory::prefix_threw
};

// What adaptive test generation did.
struct AtgSearchResult {
  std::uint64_t rounds = 0;  // of the algorithm, each with other random tests
  std::uint64_t candidates = 0;
  IRootCounts counts;
  std::size_t exposed = 0;  // IRoots(T), as the last round counts them
};

// What became of all tests within bounds. Each one that was begun, and is right, counts once.
struct ClassVerification {
  std::uint64_t all = 0;
  std::uint64_t searched = 0;                   // to its end, and right
  std::uint64_t executions = 0;                 // of those, each behaviour once
  std::map<std::string, std::uint64_t> claims;  // of what every one was executed, and of how many tests
  std::uint64_t cut = 0;                        // not searched to its end
  std::string first_cut;
  std::uint64_t not_judged = 0;
  std::uint64_t known = 0;           // failed as was reported before
  std::uint64_t without_object = 0;  // its constructor fails by itself
  std::vector<Call> constructors;
  std::map<Call, std::string> failing_constructors;  // with the reason

  bool is_complete() const;
};

struct ClassSearchResult {
  std::optional<Violation> violation;  // of the smallest test
  std::optional<TestCase> found_with;  // as it was found
  std::uint64_t tests = 0;             // to the violation, without those that made it smaller
  std::uint64_t executions = 0;
  std::uint64_t no_tests = 0;  // whose calls before the threads fail by themselves
  std::string why_no_test;     // what the first of them did
  std::uint64_t not_known = 0;
  std::uint64_t unjudged_results = 0;  // tests of which only failures were judged
  std::uint64_t known_again = 0;       // tests that failed as was reported before
  std::size_t pairs = 0;
  std::size_t pairs_covered = 0;
  std::optional<AtgSearchResult> atg;
  std::optional<ClassVerification> verification;
  std::uint64_t shrinking_tests = 0;
  double seconds = 0;                // to the violation
  double seconds_to_first_test = 0;  // which whoever has prepared the search fills in
  std::vector<KeptTest> kept;        // the first test in which a pair of methods overlapped, for each pair
  // Main methods that no test says anything about. After a violation, only those that tests cannot call: the
  // search ended early.
  std::vector<Untested> untested;
  bool interrupted = false;

  std::uint64_t judged() const { return tests - std::min(tests, no_tests + not_known); }
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
  Result<bool> search_pairs();
  Result<bool> search_adaptively();
  Result<bool> search_all();
  void note_verified(const TestCase& test, const TestRun& run, const Judgement& judgement);
  Result<Judgement> try_test(const TestCase& test, const ScheduleBudget& schedules,
                             const MeterSettings& coverage, TestRun& run);
  // The first of them is tried now, the others probably behind it.
  Result<Judgement> try_first(std::vector<TestRequest> tests, TestRun& run);
  TestRequest request_of(const TestCase& test, const ScheduleBudget& schedules) const;
  // Counts it, and keeps the violation if there is one.
  void take(const TestCase& test, const TestRun& run, Judgement& judgement);
  void note_uses(const TestCase& test, const TestRun& run);
  void make_smaller(Violation& violation);
  void make_sequence_smaller(Violation& violation);
  // `auto` takes turns: what one strategy hardly ever shows, another shows at once.
  ScheduleBudget schedules_of(std::uint64_t test) const;
  bool somebody_releases(const Violation& violation);
  bool is_released_by(const Violation& violation, std::vector<CallSequence> helpers);
  bool is_over();
  double elapsed() const;
  double most_seconds_of_test() const;

  DriverProcess& driver_;
  const Operations& operations_;
  ClassSearchOptions options_;
  Watch watch_;
  DriverProcess& specification_;
  Judge judge_;
  ScheduleBudget found_by_;                  // the schedules of the test that failed
  std::set<std::uint32_t> wait_on_purpose_;  // operations that block until another call comes
  std::set<std::size_t> failing_observers_;  // that end the program without any threads
  std::vector<OperationUse> uses_;           // by operation
  ClassSearchResult result_;
  std::uint64_t start_ = 0;
  bool is_shrinking_ = false;
  double shrinking_ends_ = 0;
  bool interrupted_ = false;
};

}  // namespace heddle::classes
