#include "classes/run/judge.h"

#include <algorithm>

#include "classes/run/driver_specification.h"
#include "classes/run/one_thread.h"
#include "classes/run/orders_in_turns.h"
#include "classes/thread_safety.h"

namespace heddle::classes {

namespace {

class Hearing {
 public:
  Hearing(DriverProcess& driver, const TestCase& test, const Observation& observation,
          const JudgeOptions& options)
      : driver_(driver),
        test_(test),
        observation_(observation),
        options_(options),
        specification_(driver, test, observation),
        tree_(specification_) {}

  Judgement judge(const TestRun& run) {
    Judgement judgement;
    using Verdict = Judgement::Verdict;
    const bool is_ready = specification_.is_ready();
    judgement.failing_observer = specification_.failing_observer();
    if (!is_ready) {
      judgement.verdict = Verdict::kNoTest;
      judgement.why_no_test = specification_.why_not_ready();
    }
    if (!specification_.problem().empty() || judgement.failing_observer)
      judgement.verdict = Verdict::kNotKnown;
    if (judgement.verdict != Verdict::kRight) return judgement;
    judgement.violation = find(run);
    if (!judgement.violation && specification_.stuck()) judgement.violation = alone(*specification_.stuck());
    if (judgement.violation) {
      judgement.verdict = Verdict::kWrong;
      if (!judgement.violation->is_alone) judgement.violation->test = test_;
      judgement.violation->observed = observation_.observed;
      judgement.violation->executions = run.executions;
    }
    judgement.has_unjudged_results = !judgement.violation && was_given_up_;
    // Missing knowledge must never cause a false report.
    if (!specification_.problem().empty()) judgement = {Verdict::kNotKnown, {}, {}, false, {}};
    return judgement;
  }

 private:
  std::optional<Violation> find(const TestRun& run) {
    for (const ToldFailure& each : run.failures)
      if (!is_shown_without_overlap(each)) return with_failure(each, run.failed);
    for (const SeenHistory& each : run.histories)
      if (std::optional<Violation> violation = look_at(each)) return violation;
    if (!run.races.empty()) return with_failure(run.races.front(), 1);
    return std::nullopt;
  }

  // Two of them fail where nothing overlaps: one thread that makes all calls, and threads that take turns.
  bool is_shown_without_overlap(const ToldFailure& failed) {
    const FailsIn place = failed.told.history.final_state ? FailsIn::kDestructor : FailsIn::kCall;
    const Outcome outcome = outcome_of(failed.failure);
    return shown_sequentially(outcome, test_.suffixes, tree_, place).has_value() ||
           in_turns().show(outcome, place);
  }

  // A second opinion, asked for before a call is blamed.
  const OrdersInTurns& in_turns() {
    if (!turns_) turns_.emplace(driver_, test_, observation_);
    return *turns_;
  }

  static Violation violation_of(FailureKind kind, const ToldHistory& told, std::uint64_t times) {
    Violation violation;
    violation.kind = kind;
    violation.told = told;
    violation.times = times;
    return violation;
  }

  Violation alone(const DriverSpecification::Stuck& stuck) const {
    Violation violation;
    violation.kind = stuck.failure.kind;
    violation.failure = stuck.failure;
    violation.is_alone = true;
    violation.times = 1;
    violation.test = {test_.prefix, {stuck.calls}};
    violation.told.is_ready = true;
    return violation;
  }

  static Violation with_failure(const ToldFailure& failed, std::uint64_t times) {
    Violation violation = violation_of(failed.failure.kind, failed.told, times);
    violation.failure = failed.failure;
    return violation;
  }

  std::optional<Violation> look_at(const SeenHistory& seen) {
    const History& history = seen.told.history;
    if (options_.oracle == Oracle::kThreadSafety) {
      for (const HistoryCall& call : history.calls)
        if (call.outcome && call.outcome->kind == Outcome::Kind::kException &&
            !shown_sequentially(*call.outcome, test_.suffixes, tree_) &&
            !in_turns().show(*call.outcome, FailsIn::kCall))
          return violation_of(FailureKind::kNotThreadSafe, seen.told, seen.times);
      return std::nullopt;
    }
    Linearization linearization = linearize(history, tree_, options_.linearizability);
    was_given_up_ = was_given_up_ || linearization.answer == Linearization::Answer::kGivenUp;
    if (linearization.answer != Linearization::Answer::kNotExplained) return std::nullopt;
    if (in_turns().explain(history, options_.linearizability)) return std::nullopt;
    const OneThread alone =
        made_by_one_thread(driver_, test_, observation_, history, options_.linearizability);
    was_given_up_ = was_given_up_ || alone == OneThread::kSeveral;
    if (alone != OneThread::kOther) return std::nullopt;
    if (options_.holding) {
      const Linearization::Answer held = held_as(*options_.holding, history, options_.linearizability);
      was_given_up_ = was_given_up_ || held == Linearization::Answer::kGivenUp;
      if (held != Linearization::Answer::kNotExplained) return std::nullopt;
    }
    Violation violation = violation_of(FailureKind::kNotLinearizable, seen.told, seen.times);
    violation.linearization = std::move(linearization);
    violation.relaxations = relaxations_for(history);
    return violation;
  }

  Linearization::Answer held_as(Holding holding, const History& history,
                                const LinearizabilityOptions& options) const {
    return explained_by_container(test_, history, {holding, options_.operations}, options);
  }

  // The weaker an oracle is the later it comes.
  std::vector<Relaxation> relaxations_for(const History& history) {
    std::vector<Relaxation> candidates;
    std::set<std::uint32_t> refused, looked;
    for (const HistoryCall& call : history.calls) {
      if (call.outcome && is_refusal(*call.outcome)) refused.insert(call.call.operation);
      if (options_.looking.contains(call.call.operation)) looked.insert(call.call.operation);
    }
    for (const std::uint32_t each : looked) candidates.push_back({Relaxation::Kind::kHint, each});
    for (const std::uint32_t each : refused)
      if (!options_.looking.contains(each)) candidates.push_back({Relaxation::Kind::kSpurious, each});
    if (options_.linearizability.order == CallOrder::kRealTime) {
      candidates.push_back({Relaxation::Kind::kQuiescent, 0});
      candidates.push_back({Relaxation::Kind::kProgram, 0});
    }
    std::erase_if(candidates, [&](const Relaxation& each) {
      const Linearization relaxed = linearize(history, tree_, with(each));
      return relaxed.answer != Linearization::Answer::kExplained;
    });
    if (options_.operations == nullptr || options_.holding || !is_container(*options_.operations))
      return candidates;
    const auto add_if_explained = [&](const Relaxation& each) {
      const Holding holding = each.kind == Relaxation::Kind::kBag ? Holding::kBag : Holding::kProducerOrder;
      const bool holds = held_as(holding, history, with(each)) == Linearization::Answer::kExplained;
      if (holds) candidates.push_back(each);
      return holds;
    };
    const bool concerns_calls = std::ranges::any_of(candidates, [](const Relaxation& each) {
      return each.kind == Relaxation::Kind::kHint || each.kind == Relaxation::Kind::kSpurious;
    });
    if (add_if_explained({Relaxation::Kind::kProducers, 0}) || concerns_calls) return candidates;
    for (const std::uint32_t each : refused)
      if (add_if_explained({Relaxation::Kind::kProducersAndSpurious, each})) return candidates;
    add_if_explained({Relaxation::Kind::kBag, 0});
    return candidates;
  }

  LinearizabilityOptions with(const Relaxation& relaxation) const {
    LinearizabilityOptions options = options_.linearizability;
    switch (relaxation.kind) {
      case Relaxation::Kind::kSpurious:
      case Relaxation::Kind::kProducersAndSpurious:
        options.spurious.insert(relaxation.operation);
        break;
      case Relaxation::Kind::kHint:
        options.ignored.insert(relaxation.operation);
        break;
      case Relaxation::Kind::kQuiescent:
        options.order = CallOrder::kQuiescent;
        break;
      case Relaxation::Kind::kProgram:
        options.order = CallOrder::kProgram;
        break;
      case Relaxation::Kind::kProducers:
      case Relaxation::Kind::kBag:
        break;
    }
    return options;
  }

  DriverProcess& driver_;
  const TestCase& test_;
  const Observation& observation_;
  const JudgeOptions& options_;
  bool was_given_up_ = false;  // some history was not judged
  std::optional<OrdersInTurns> turns_;
  DriverSpecification specification_;
  SpecificationTree tree_;
};

}  // namespace

void Judge::prepare(std::span<const TestRequest> tests) {
  std::vector<OrdersRequest> orders;
  for (const TestRequest& each : tests)
    orders.push_back(DriverSpecification(specification_, each.test, each.observation).first_orders());
  specification_.expect_orders(orders);
}

Judgement Judge::judge(const TestCase& test, const Observation& observation, const TestRun& run) {
  return Hearing(specification_, test, observation, options_).judge(run);
}

bool overlapped(const HistoryCall& one, const HistoryCall& other) {
  return one.invoked < other.returned && other.invoked < one.returned;
}

}  // namespace heddle::classes
