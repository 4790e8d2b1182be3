#include "classes/run/judge.h"

#include "classes/run/driver_specification.h"
#include "classes/thread_safety.h"

namespace heddle::classes {

namespace {

class Hearing {
 public:
  Hearing(DriverProcess& driver, const TestCase& test, const Observation& observation,
          const JudgeOptions& options)
      : test_(test), options_(options), specification_(driver, test, observation), tree_(specification_) {}

  Judgement judge(const TestRun& run) {
    Judgement judgement;
    using Verdict = Judgement::Verdict;
    const bool is_ready = specification_.is_ready();
    judgement.failing_observer = specification_.failing_observer();
    if (!is_ready) judgement.verdict = Verdict::kNoTest;
    if (!specification_.problem().empty() || judgement.failing_observer)
      judgement.verdict = Verdict::kNotKnown;
    if (judgement.verdict != Verdict::kRight) return judgement;
    judgement.violation = find(run);
    if (judgement.violation) {
      judgement.verdict = Verdict::kWrong;
      judgement.violation->test = test_;
      judgement.violation->executions = run.executions;
    }
    // A hole in what is known must not make anybody guilty.
    if (!specification_.problem().empty()) judgement = {Verdict::kNotKnown, {}, {}, false};
    judgement.fails_alone = fails_alone_;
    return judgement;
  }

 private:
  std::optional<Violation> find(const TestRun& run) {
    for (const ToldFailure& each : run.failures) {
      if (shown_sequentially(outcome_of(each.failure), test_.suffixes, tree_)) {
        fails_alone_ = true;
        continue;
      }
      return Violation{each.failure.kind, {}, each.told, each.failure, {}, run.failed, 0};
    }
    for (const SeenHistory& each : run.histories)
      if (std::optional<Violation> violation = look_at(each)) return violation;
    for (const ToldFailure& each : run.races)
      return Violation{FailureKind::kDataRace, {}, each.told, each.failure, {}, 1, 0};
    return std::nullopt;
  }

  std::optional<Violation> look_at(const SeenHistory& seen) {
    const History& history = seen.told.history;
    if (options_.oracle == Oracle::kThreadSafety) {
      for (const HistoryCall& call : history.calls)
        if (call.outcome && call.outcome->kind == Outcome::Kind::kException &&
            !shown_sequentially(*call.outcome, test_.suffixes, tree_))
          return Violation{FailureKind::kNotThreadSafe, {}, seen.told, {}, {}, seen.times, 0};
      return std::nullopt;
    }
    Linearization linearization = linearize(history, tree_, options_.linearizability);
    if (linearization.verdict != Linearization::Verdict::kNotExplained) return std::nullopt;
    return Violation{FailureKind::kNotLinearizable, {},         seen.told, {},
                     std::move(linearization),      seen.times, 0};
  }

  const TestCase& test_;
  const JudgeOptions& options_;
  DriverSpecification specification_;
  SpecificationTree tree_;
  bool fails_alone_ = false;
};

}  // namespace

Judgement Judge::judge(const TestCase& test, const Observation& observation, const TestRun& run) {
  return Hearing(specification_, test, observation, options_).judge(run);
}

bool overlapped(const HistoryCall& one, const HistoryCall& other) {
  return one.invoked < other.returned && other.invoked < one.returned;
}

}  // namespace heddle::classes
