// Every test within bounds, each searched to its end: what `heddle class --verify` does.
#include <algorithm>
#include <deque>

#include "classes/all_tests.h"
#include "classes/run/class_search.h"

namespace heddle::classes {

namespace {

// Calls that say what a test is, in a line: "Queue(1); push(1), pop() | pop()".
std::string line_of(const TestCase& test, const Operations& operations) {
  std::string line = operations.text_of_constructor(test.prefix.front()) + "; ";
  for (const CallSequence& suffix : test.suffixes) {
    if (&suffix != test.suffixes.data()) line += " | ";
    for (const Call& call : suffix) line += (&call == suffix.data() ? "" : ", ") + operations.text_of(call);
  }
  return line;
}

// Time matters where results are judged by the order of calls.
bool goes_by_time(const JudgeOptions& options) {
  return options.oracle == Oracle::kLinearizability && options.linearizability.order != CallOrder::kProgram;
}

class TestsInOrder {
 public:
  explicit TestsInOrder(AllTests all) : all_(std::move(all)) {}

  // Null: there are not so many.
  const TestCase* ahead(std::size_t distance) {
    while (tests_.size() <= distance) {
      std::optional<TestCase> test = all_.next();
      if (!test) return nullptr;
      tests_.push_back(std::move(*test));
    }
    return &tests_[distance];
  }
  void pop() { tests_.pop_front(); }

 private:
  AllTests all_;
  std::deque<TestCase> tests_;
};

}  // namespace

bool ClassVerification::is_complete() const {
  return searched != 0 && searched + without_object == all;
}

// What came of a test that was not wrong.
void ClassSearch::note_verified(const TestCase& test, const TestRun& run, const Judgement& judgement) {
  ClassVerification& verification = *result_.verification;
  switch (judgement.verdict) {
    case Judgement::Verdict::kNoTest:
      ++verification.without_object;
      verification.failing_constructors.emplace(test.prefix.front(), judgement.why_no_test);
      return;
    case Judgement::Verdict::kNotKnown:
      ++verification.not_judged;
      return;
    case Judgement::Verdict::kWrong:
      return;
    case Judgement::Verdict::kRight:
      break;
  }
  if (judgement.has_unjudged_results) {
    ++verification.not_judged;
    return;
  }
  if (!run.claim || run.claim->empty()) {
    if (++verification.cut == 1) verification.first_cut = line_of(test, operations_);
    return;
  }
  ++verification.searched;
  verification.executions += run.executions - std::min(run.executions, run.superseded);
  ++verification.claims[*run.claim];
}

Result<bool> ClassSearch::search_all() {
  const VerificationBounds& bounds = *options_.verification;
  AllTests all(operations_, {options_.threads, bounds.calls, bounds.values}, options_.roles);
  ClassVerification& verification = result_.verification.emplace();
  verification.all = all.size();
  verification.constructors = all.constructors();
  found_by_ = options_.schedules;
  found_by_.tells_failures_apart = true;
  found_by_.marks_time = goes_by_time(options_.judge);
  TestsInOrder tests(std::move(all));
  while (result_.tests < options_.tests && !result_.violation && !is_over()) {
    const TestCase* const next = tests.ahead(0);
    if (next == nullptr) break;
    const TestCase test = *next;
    if (verification.failing_constructors.contains(test.prefix.front())) {
      ++verification.without_object;
      tests.pop();
      continue;
    }
    std::vector<TestRequest> requests;
    for (std::size_t i = 0; i < driver_.at_a_time(); ++i)
      if (const TestCase* const each = tests.ahead(i)) requests.push_back(request_of(*each, found_by_));
    tests.pop();
    TestRun run;
    Result<Judgement> judgement = try_first(std::move(requests), run);
    if (!judgement) return Error{judgement.error()};
    ++result_.tests;
    const std::uint64_t known = result_.known_again;
    take(test, run, *judgement);
    if (result_.violation) break;
    if (result_.known_again != known)
      ++verification.known;
    else
      note_verified(test, run, *judgement);
  }
  return true;
}

}  // namespace heddle::classes
