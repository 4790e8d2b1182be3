#include "classes/run/class_search.h"

#include <algorithm>
#include <chrono>

#include "classes/run/reproduction.h"
#include "classes/run/tests_ahead.h"

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
      specification_(specification),
      judge_(specification, options.judge),
      found_by_(schedules_of(0)),
      uses_(operations.methods().size()) {}

double ClassSearch::elapsed() const {
  return static_cast<double>(now() - start_) * 1e-9;
}

bool ClassSearch::is_over() {
  if (!interrupted_ && watch_) {
    ClassSearchProgress progress{result_.tests, result_.executions, result_.pairs_covered, {},
                                 elapsed(),     is_shrinking_};
    if (result_.atg) progress.iroots_exposed = result_.atg->counts.exposed.size();
    if (result_.verification) progress.all_tests = result_.verification->all;
    interrupted_ = watch_(progress);
  }
  return interrupted_ || elapsed() >= (is_shrinking_ ? shrinking_ends_ : options_.seconds);
}

TestRequest ClassSearch::request_of(const TestCase& test, const ScheduleBudget& schedules) const {
  return {test, {operations_.objects_of(test), operations_.observers_of(test)}, schedules};
}

Result<Judgement> ClassSearch::try_test(const TestCase& test, const ScheduleBudget& schedules,
                                        const MeterSettings& coverage, TestRun& run) {
  TestRequest request = request_of(test, schedules);
  request.coverage = coverage;
  return try_first({std::move(request)}, run);
}

// An observer that ends the program by itself is given up, and the test made again without it.
Result<Judgement> ClassSearch::try_first(std::vector<TestRequest> tests, TestRun& run) {
  const double ends = elapsed() + most_seconds_of_test();
  for (;;) {
    for (TestRequest& test : tests)
      for (const std::size_t each : failing_observers_) test.observation.observed[each] = 0;
    driver_.expect(tests);
    judge_.prepare(tests);
    const TestRequest& test = tests.front();
    Result<TestRun> made = driver_.run(test, [&] { return is_over() || elapsed() > ends; });
    if (!made) return Error{made.error()};
    run = std::move(*made);
    Judgement judgement = judge_.judge(test.test, test.observation, run);
    if (!judgement.failing_observer) {
      if (judgement.violation && judgement.violation->is_alone && somebody_releases(*judgement.violation))
        judgement = {};
      return judgement;
    }
    failing_observers_.insert(*judgement.failing_observer);
  }
}

// One that takes longer would take all of a small budget.
double ClassSearch::most_seconds_of_test() const {
  return std::max(1.0, options_.seconds / 16);
}

KnownViolation known_violation(const Violation& violation, const Operations& operations) {
  KnownViolation known;
  known.kind = violation.kind;
  for (const CallSequence& suffix : violation.test.suffixes)
    for (const Call& call : suffix) known.methods.insert(operations.methods()[call.operation].name);
  return known;
}

bool KnownViolation::has_caused(const Violation& violation, const Operations& operations) const {
  if (violation.kind != kind) return false;
  const std::set<std::string> called = known_violation(violation, operations).methods;
  return std::ranges::includes(called, methods);
}

ScheduleBudget ClassSearch::schedules_of(std::uint64_t test) const {
  ScheduleBudget budget = options_.schedules;
  static constexpr const char* kInTurn[] = {"random", "pct:events=sync", "random", "pos"};
  constexpr std::size_t kTurns = std::size(kInTurn);
  if (budget.strategy == "auto") budget.strategy = kInTurn[test % kTurns];
  // What is wrong by the time of the calls shows only where time orders: every second test of each strategy.
  if (budget.memory == Memory::kByOrders && (test + test / kTurns) % 2 == 1)
    budget.memory = Memory::kSequential;
  return budget;
}

void ClassSearch::take(const TestCase& test, const TestRun& run, Judgement& judgement) {
  result_.executions += run.executions;
  if (judgement.verdict == Judgement::Verdict::kNoTest && ++result_.no_tests == 1)
    result_.why_no_test = judgement.why_no_test;
  if (judgement.verdict == Judgement::Verdict::kNotKnown) ++result_.not_known;
  if (judgement.has_unjudged_results) ++result_.unjudged_results;
  if (judgement.verdict == Judgement::Verdict::kRight || judgement.verdict == Judgement::Verdict::kWrong)
    note_uses(test, run);
  if (!judgement.violation) return;
  if (std::ranges::any_of(options_.known, [&](const KnownViolation& each) {
        return each.has_caused(*judgement.violation, operations_);
      })) {
    ++result_.known_again;
    judgement.violation.reset();
    return;
  }
  result_.seconds = elapsed();
  result_.found_with = test;
  result_.violation = std::move(judgement.violation);
}

void ClassSearch::note_uses(const TestCase& test, const TestRun& run) {
  for (const CallSequence& suffix : test.suffixes)
    for (const Call& call : suffix) uses_[call.operation].was_called = true;
  const auto note = [&](const ToldHistory& told) {
    for (std::size_t i = 1; i < test.prefix.size(); ++i) {
      OperationUse& use = uses_[test.prefix[i].operation];
      use.was_called = true;
      use.came_back = use.came_back || !told.prefix_threw.contains(i - 1);
    }
    for (const HistoryCall& call : told.history.calls) {
      if (!call.outcome) continue;
      OperationUse& use = uses_[call.call.operation];
      if (call.outcome->kind == Outcome::Kind::kValue) use.came_back = true;
      if (call.outcome->kind == Outcome::Kind::kException && use.threw.empty())
        use.threw = call.outcome->text;
    }
  };
  for (const SeenHistory& each : run.histories) note(each.told);
  for (const ToldFailure& each : run.failures) note(each.told);
}

Result<ClassSearchResult> ClassSearch::run() {
  start_ = now();
  if (operations_.constructors().empty()) return Error{"there is no constructor that a test can call"};
  if (operations_.methods().empty()) return Error{"there is no method that a test can call"};
  const Result<bool> searched = options_.verification                    ? search_all()
                                : options_.algorithm.atg_loop != nullptr ? search_adaptively()
                                                                         : search_pairs();
  if (!searched) return Error{searched.error()};
  result_.untested =
      untested_main_methods(operations_, result_.violation ? std::vector<OperationUse>{} : uses_);
  if (!result_.violation)
    result_.seconds = elapsed();
  else if (options_.makes_smaller)
    make_smaller(*result_.violation);
  result_.interrupted = interrupted_;
  return std::move(result_);
}

Result<bool> ClassSearch::search_pairs() {
  const Algorithm& algorithm = options_.algorithm;
  const auto orders_differ = [this](const TestCase& test) {
    return classes::orders_differ(test, operations_, specification_);
  };
  Result<std::unique_ptr<TestChoice>> choice = TestChoice::make(
      operations_,
      {algorithm.name, algorithm.groups, options_.threads, options_.seed, options_.roles, orders_differ});
  if (!choice) return Error{choice.error()};
  result_.pairs = (*choice)->pairs();
  TestsAhead tests(std::move(*choice));
  while (result_.tests < options_.tests && !result_.violation && !is_over()) {
    const TestCase test = tests.next();
    TestRun run;
    found_by_ = schedules_of(result_.tests);
    const double before = elapsed();
    std::vector<TestRequest> next = {request_of(test, found_by_)};
    for (std::size_t i = 1; i < driver_.at_a_time() && result_.tests + i < options_.tests; ++i)
      next.push_back(request_of(tests.behind(i), schedules_of(result_.tests + i)));
    Result<Judgement> judgement = try_first(std::move(next), run);
    if (!judgement) return Error{judgement.error()};
    ++result_.tests;
    TestChoice::Outcome outcome;
    outcome.is_covered = tests.choice().covers_pair(run);
    outcome.took_too_long = elapsed() - before > most_seconds_of_test();
    if (judgement->verdict != Judgement::Verdict::kNotKnown)
      outcome.has_begun = judgement->verdict != Judgement::Verdict::kNoTest;
    tests.feedback(outcome);
    const bool is_new = tests.choice().covered() > result_.pairs_covered;
    result_.pairs_covered = tests.choice().covered();
    if (is_new && judgement->verdict == Judgement::Verdict::kRight && !judgement->has_unjudged_results &&
        !run.histories.empty())
      result_.kept.push_back({test, run.histories.front().told.prefix_threw});
    take(test, run, *judgement);
  }
  return true;
}

// A loop that has come to its end begins again, with other random tests, until the search is over.
Result<bool> ClassSearch::search_adaptively() {
  std::string problem;
  AtgSearchResult& atg = result_.atg.emplace();
  std::optional<IRootBench> bench;
  const auto try_one = [&](const TestCase& test, const ScheduleBudget& schedules,
                           const MeterSettings& coverage) -> std::optional<TestRun> {
    TestRun run;
    Result<Judgement> judgement = try_test(test, schedules, coverage, run);
    if (!judgement) {
      problem = judgement.error();
      return std::nullopt;
    }
    if (judgement->verdict != Judgement::Verdict::kNotKnown)
      bench->learn_from_beginning(test, judgement->verdict != Judgement::Verdict::kNoTest);
    take(test, run, *judgement);
    return run;
  };
  const auto is_enough = [&] {
    atg.counts = bench->counts();
    result_.tests = atg.counts.profiles;
    return !problem.empty() || result_.violation || result_.tests >= options_.tests || is_over();
  };
  IRootBenchOptions bench_options;
  bench_options.shape.threads = options_.threads;
  bench_options.races = options_.schedules.races;
  bench_options.roles = options_.roles;
  bench_options.seed = options_.seed;
  bench.emplace(operations_, bench_options, try_one, is_enough);
  const std::uint64_t rounds = options_.algorithm.rounds;
  while (!is_enough() && (rounds == 0 || atg.rounds < rounds)) {
    if (atg.rounds != 0) bench->reseed(combine(options_.seed, atg.rounds));
    const AtgResult round = options_.algorithm.atg_loop(*bench, options_.algorithm.atg);
    ++atg.rounds;
    atg.candidates += round.candidates;
    atg.exposed = round.exposed.size();
  }
  is_enough();
  if (!problem.empty()) return Error{problem};
  return true;
}

namespace {

TestCase on_first_object(TestCase test, const Operations& operations) {
  const auto move = [&](CallSequence& calls, std::size_t first) {
    for (std::size_t i = first; i < calls.size(); ++i) {
      const std::vector<Slot>& slots = operations.methods()[calls[i].operation].slots;
      for (std::size_t slot = 0; slot < slots.size(); ++slot)
        if (slots[slot].is_object()) calls[i].argument_seeds[slot] = 0;
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

// A method that spins may wait on purpose, for a call of another thread: then some call lets it go on.
bool ClassSearch::somebody_releases(const Violation& violation) {
  const std::uint32_t stuck = violation.test.suffixes.front().back().operation;
  if (wait_on_purpose_.contains(stuck)) return true;
  constexpr int kDraws = 3, kMostHelpers = 3, kDrawsOfSeveral = 12;
  Random random(options_.seed);
  TestMaker maker(operations_, random);
  // One thread that makes a call is enough for most; others need several, or different calls.
  for (int helpers = 1; helpers <= kMostHelpers; ++helpers)
    for (std::uint32_t other = 0; other < operations_.methods().size(); ++other)
      for (int i = 0; i < kDraws && !interrupted_; ++i) {
        std::vector<CallSequence> calls;
        for (int helper = 0; helper < helpers; ++helper)
          calls.push_back(maker.for_pair(other, other, {2, 0, 1}).suffixes.front());
        if (is_released_by(violation, std::move(calls))) return true;
      }
  for (int i = 0; i < kDrawsOfSeveral && !interrupted_; ++i)
    if (is_released_by(violation, maker.any({2, 0, 4}).suffixes)) return true;
  return false;
}

bool ClassSearch::is_released_by(const Violation& violation, std::vector<CallSequence> helpers) {
  ScheduleBudget budget = schedules_of(0);
  budget.executions = 20;
  budget.races = Races::kIgnore;
  TestCase test = violation.test;
  for (CallSequence& each : helpers) test.suffixes.push_back(std::move(each));
  settle_results(test, operations_);
  const Observation observation{operations_.objects_of(test), {}};
  const Result<TestRun> run = driver_.run({test, observation, budget}, [this] { return is_over(); });
  if (!run || run->histories.empty()) return false;
  wait_on_purpose_.insert(violation.test.suffixes.front().back().operation);
  return true;
}

// Of calls that one thread makes, those that are not needed to be stuck.
void ClassSearch::make_sequence_smaller(Violation& violation) {
  const auto try_it = [&](TestCase smaller) {
    settle_results(smaller, operations_);
    const Observation observation{operations_.objects_of(smaller),
                                  std::vector<std::uint8_t>(operations_.observers().size(), 0)};
    TestRun none;
    const Judgement judgement = judge_.judge(smaller, observation, none);
    if (judgement.violation && judgement.violation->kind == violation.kind) violation = *judgement.violation;
  };
  for (std::size_t i = violation.test.prefix.size(); i-- > 1;) {
    TestCase smaller = violation.test;
    smaller.prefix.erase(smaller.prefix.begin() + static_cast<std::ptrdiff_t>(i));
    try_it(std::move(smaller));
  }
  for (std::size_t i = violation.test.suffixes[0].size(); i-- > 0 && violation.test.suffixes[0].size() > 1;) {
    TestCase smaller = violation.test;
    smaller.suffixes[0].erase(smaller.suffixes[0].begin() + static_cast<std::ptrdiff_t>(i));
    try_it(std::move(smaller));
  }
}

// Calls are left out one by one, as long as what is left fails in a way of the same kind.
void ClassSearch::make_smaller(Violation& violation) {
  if (violation.is_alone) return make_sequence_smaller(violation);
  constexpr std::uint64_t kMostTests = 200;
  is_shrinking_ = true;
  shrinking_ends_ = elapsed() + options_.shrinking_seconds;
  bool is_smaller = true;
  while (is_smaller && !is_over()) {
    is_smaller = false;
    const std::vector<TestCase> tests = smaller_tests(violation.test, operations_);
    for (std::size_t i = 0; i < tests.size(); ++i) {
      if (is_over() || ++result_.shrinking_tests > kMostTests) return;
      std::vector<TestRequest> next;
      for (std::size_t other = i; other < tests.size() && next.size() < driver_.at_a_time(); ++other)
        next.push_back(request_of(tests[other], found_by_));
      TestRun run;
      const Result<Judgement> judgement = try_first(std::move(next), run);
      if (!judgement || !judgement->violation || judgement->violation->kind != violation.kind) continue;
      violation = *judgement->violation;
      is_smaller = true;
      break;
    }
  }
}

}  // namespace heddle::classes
