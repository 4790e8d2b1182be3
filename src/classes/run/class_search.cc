#include "classes/run/class_search.h"

#include <algorithm>
#include <chrono>

#include "classes/run/test_choice.h"

namespace heddle::classes {

namespace {

using Clock = std::chrono::steady_clock;

std::uint64_t now() {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count());
}

}  // namespace

ClassSearch::ClassSearch(DriverProcess& driver, DriverProcess& specification, const Operations& operations,
                         const ClassSearchOptions& options, Watch watch)
    : driver_(driver),
      operations_(operations),
      options_(options),
      watch_(std::move(watch)),
      judge_(specification, options.judge) {}

double ClassSearch::elapsed() const {
  return static_cast<double>(now() - start_) * 1e-9;
}

bool ClassSearch::is_over() {
  if (!interrupted_ && watch_)
    interrupted_ =
        watch_({result_.tests, result_.executions, result_.pairs_covered, elapsed(), is_shrinking_});
  return interrupted_ || elapsed() >= end_;
}

// An observer that ends the program by itself is given up, and the test made again without it.
Result<Judgement> ClassSearch::try_test(const TestCase& test, TestRun& run) {
  Observation observation{operations_.objects_of(test), operations_.observers_of(test)};
  for (;;) {
    for (const std::size_t each : failing_observers_) observation.observed[each] = 0;
    Result<TestRun> made =
        driver_.run(test, observation, options_.schedules, {}, [this] { return is_over(); });
    if (!made) return Error{made.error()};
    run = std::move(*made);
    Judgement judgement = judge_.judge(test, observation, run);
    if (!judgement.failing_observer) return judgement;
    failing_observers_.insert(*judgement.failing_observer);
  }
}

Result<ClassSearchResult> ClassSearch::run() {
  start_ = now();
  end_ = options_.seconds;
  if (operations_.constructors().empty()) return Error{"there is no constructor that a test can call"};
  if (operations_.methods().empty()) return Error{"there is no method that a test can call"};
  Result<std::unique_ptr<TestChoice>> tests =
      TestChoice::make(operations_, {options_.algorithm, options_.groups, options_.threads, options_.seed});
  if (!tests) return Error{tests.error()};
  result_.pairs = (*tests)->pairs();
  while (result_.tests < options_.tests && !is_over()) {
    const TestCase test = (*tests)->next();
    TestRun run;
    Result<Judgement> judgement = try_test(test, run);
    if (!judgement) return Error{judgement.error()};
    ++result_.tests;
    result_.executions += run.executions;
    (*tests)->feedback(test, run);
    result_.pairs_covered = (*tests)->covered();
    if (judgement->verdict == Judgement::Verdict::kNoTest) {
      ++result_.no_tests;
      if (test.prefix.size() == 2) (*tests)->avoid_before_threads(test.prefix[1].operation);
    }
    if (judgement->verdict == Judgement::Verdict::kNotKnown) ++result_.not_known;
    if (!judgement->violation) continue;
    result_.seconds = elapsed();
    result_.found_with = test;
    result_.violation = std::move(judgement->violation);
    make_smaller(*result_.violation);
    break;
  }
  if (!result_.violation) result_.seconds = elapsed();
  result_.interrupted = interrupted_;
  return std::move(result_);
}

namespace {

TestCase on_first_object(TestCase test, const Operations& operations) {
  const auto move = [&](CallSequence& calls, std::size_t first) {
    for (std::size_t i = first; i < calls.size(); ++i) {
      const std::vector<Slot>& slots = operations.methods()[calls[i].operation].slots;
      for (std::size_t slot = 0; slot < slots.size(); ++slot)
        if (slots[slot].kind == Slot::Kind::kTarget || slots[slot].kind == Slot::Kind::kObject)
          calls[i].argument_seeds[slot] = 0;
    }
  };
  move(test.prefix, 1);
  for (CallSequence& suffix : test.suffixes) move(suffix, 0);
  return test;
}

// Tests with something left out, the largest pieces first. A call that was given a result may get another one
// then: each is a test of its own, and judged as such.
std::vector<TestCase> smaller_tests(const TestCase& test, const Operations& operations) {
  std::vector<TestCase> all;
  for (std::size_t thread = 0; test.suffixes.size() > 2 && thread < test.suffixes.size(); ++thread) {
    TestCase smaller = test;
    smaller.suffixes.erase(smaller.suffixes.begin() + static_cast<std::ptrdiff_t>(thread));
    all.push_back(std::move(smaller));
  }
  for (std::size_t i = test.prefix.size(); i-- > 1;) {
    TestCase smaller = test;
    smaller.prefix.erase(smaller.prefix.begin() + static_cast<std::ptrdiff_t>(i));
    all.push_back(std::move(smaller));
  }
  for (std::size_t thread = 0; thread < test.suffixes.size(); ++thread)
    for (std::size_t i = test.suffixes[thread].size(); i-- > 0 && test.suffixes[thread].size() > 1;) {
      TestCase smaller = test;
      smaller.suffixes[thread].erase(smaller.suffixes[thread].begin() + static_cast<std::ptrdiff_t>(i));
      all.push_back(std::move(smaller));
    }
  if (operations.objects_of(test) > 1) all.push_back(on_first_object(test, operations));
  for (TestCase& each : all) settle_results(each, operations);
  return all;
}

}  // namespace

// Calls are left out one by one, as long as what is left fails in a way of the same kind.
void ClassSearch::make_smaller(Violation& violation) {
  is_shrinking_ = true;
  end_ = elapsed() + options_.shrinking_seconds;
  constexpr std::uint64_t kMostTests = 200;
  bool is_smaller = true;
  while (is_smaller && !is_over()) {
    is_smaller = false;
    for (const TestCase& test : smaller_tests(violation.test, operations_)) {
      if (is_over() || ++result_.shrinking_tests > kMostTests) return;
      TestRun run;
      const Result<Judgement> judgement = try_test(test, run);
      if (!judgement || !judgement->violation || judgement->violation->kind != violation.kind) continue;
      violation = *judgement->violation;
      is_smaller = true;
      break;
    }
  }
}

}  // namespace heddle::classes
