#include "classes/run/reproduction.h"

#include <algorithm>

#include "classes/call_order.h"
#include "classes/run/driver_specification.h"
#include "classes/task.h"

namespace heddle::classes {

namespace {

constexpr std::size_t kMostExplained = 8;
constexpr std::size_t kMostOrders = 2000;

using OutcomesByThread = std::vector<std::vector<Outcome>>;

OutcomesByThread outcomes_of(const History& history, std::size_t threads) {
  OutcomesByThread outcomes(threads);
  for (const HistoryCall& call : history.calls)
    outcomes[call.thread].push_back(call.outcome.value_or(Outcome::blocks()));
  return outcomes;
}

// Orders that keep those of the threads, with what their calls give: all of them, or kMostOrders.
class AllOrders {
 public:
  AllOrders(DriverSpecification& specification, const TestCase& test)
      : tree_(specification), test_(test), next_(test.suffixes.size()), made_(test.suffixes.size()) {
    visit();
  }

  struct Given {
    OutcomesByThread outcomes;
    std::string state;
  };
  std::vector<Given> all;

 private:
  void visit() {
    if (all.size() == kMostOrders) return;
    bool is_complete = true;
    for (std::size_t thread = 0; thread < next_.size(); ++thread) {
      if (next_[thread] == test_.suffixes[thread].size()) continue;
      is_complete = false;
      const Outcome outcome = tree_.step(test_.suffixes[thread][next_[thread]]);
      if (outcome.comes_back()) {
        ++next_[thread];
        made_[thread].push_back(outcome);
        visit();
        made_[thread].pop_back();
        --next_[thread];
      }
      tree_.back();
    }
    if (is_complete) all.push_back({made_, tree_.final_state()});
  }

  SpecificationTree tree_;
  const TestCase& test_;
  std::vector<std::size_t> next_;
  OutcomesByThread made_;
};

// Of calls of different threads, those that must come before others; what follows from others is left out.
std::vector<std::pair<ReproducerCheck::Place, ReproducerCheck::Place>> precedences(const History& history,
                                                                                   std::size_t threads) {
  std::vector<std::size_t> count(threads);
  std::vector<ReproducerCheck::Place> places;
  for (const HistoryCall& call : history.calls) places.push_back({call.thread, count[call.thread]++});
  std::vector<std::pair<ReproducerCheck::Place, ReproducerCheck::Place>> result;
  const std::vector<std::vector<std::size_t>> before = predecessors(history, CallOrder::kRealTime);
  for (std::size_t later = 0; later < history.calls.size(); ++later) {
    // Of each other thread the last one.
    std::vector<std::optional<std::size_t>> last(threads);
    for (const std::size_t earlier : before[later])
      if (history.calls[earlier].thread != history.calls[later].thread)
        last[history.calls[earlier].thread] = earlier;
    for (const std::optional<std::size_t>& each : last)
      if (each) result.emplace_back(places[*each], places[later]);
  }
  return result;
}

void add_throwing(const TestCase& test, const OutcomesByThread& outcomes, std::set<Call>& calls) {
  for (std::size_t thread = 0; thread < outcomes.size(); ++thread)
    for (std::size_t i = 0; i < outcomes[thread].size(); ++i)
      if (outcomes[thread][i].kind == Outcome::Kind::kException) calls.insert(test.suffixes[thread][i]);
}

// A program has its texts whole, and would never find them equal.
bool has_shortened(const ReproducerCheck& check) {
  const auto in_outcomes = [](const OutcomesByThread& outcomes) {
    return std::ranges::any_of(outcomes, [](const std::vector<Outcome>& of_thread) {
      return std::ranges::any_of(of_thread, is_shortened, &Outcome::text);
    });
  };
  return in_outcomes(check.seen) || std::ranges::any_of(check.explained, in_outcomes) ||
         (check.seen_state &&
          (is_shortened(*check.seen_state) || std::ranges::any_of(check.explained_states, is_shortened)));
}

}  // namespace

bool orders_differ(const TestCase& test, const Operations& operations, DriverProcess& specification_driver) {
  const Observation observation{operations.objects_of(test), operations.observers_of(test)};
  DriverSpecification specification(specification_driver, test, observation);
  const std::vector<AllOrders::Given> orders = AllOrders(specification, test).all;
  return std::ranges::any_of(orders, [&](const AllOrders::Given& each) {
    return each.outcomes != orders.front().outcomes || each.state != orders.front().state;
  });
}

Reproduction expectation_of(const TestCase& test, const Operations& operations,
                            DriverProcess& specification_driver) {
  const Observation observation{operations.objects_of(test),
                                std::vector<std::uint8_t>(operations.observers().size(), 0)};
  DriverSpecification specification(specification_driver, test, observation);
  Reproduction result;
  ReproducerCheck check;
  for (const AllOrders::Given& each : AllOrders(specification, test).all) {
    add_throwing(test, each.outcomes, result.may_throw);
    if (std::ranges::find(check.explained, each.outcomes) == check.explained.end())
      check.explained.push_back(each.outcomes);
  }
  if (!check.explained.empty() && check.explained.size() <= kMostExplained && !has_shortened(check))
    result.check = std::move(check);
  return result;
}

Reproduction reproduction_of(const Violation& violation, const Operations& operations,
                             DriverProcess& specification_driver) {
  const TestCase& test = violation.test;
  Observation observation;
  observation.objects = operations.objects_of(test);
  observation.observed = violation.observed;
  DriverSpecification specification(specification_driver, test, observation);
  const std::vector<AllOrders::Given> orders = AllOrders(specification, test).all;
  const OutcomesByThread seen = outcomes_of(violation.told.history, test.suffixes.size());
  Reproduction result;
  add_throwing(test, seen, result.may_throw);
  for (const AllOrders::Given& each : orders) add_throwing(test, each.outcomes, result.may_throw);
  if (violation.kind != FailureKind::kNotLinearizable && violation.kind != FailureKind::kNotThreadSafe)
    return result;

  ReproducerCheck check;
  check.seen = seen;
  // Where not all orders are known, any of the others may give it: then everything that was seen is compared.
  const bool are_all = orders.size() < kMostOrders;
  const bool results_are_wrong =
      are_all && std::ranges::find(orders, seen, &AllOrders::Given::outcomes) == orders.end();
  const std::string state = violation.told.history.final_state.value_or("");
  if (!results_are_wrong) {
    check.seen_state = state;
    for (std::size_t i = 0; i < violation.observed.size(); ++i)
      if (violation.observed[i] != 0) check.observers.push_back(i);
  }
  const bool some_order_gives_it = !are_all || std::ranges::any_of(orders, [&](const AllOrders::Given& each) {
    return each.outcomes == seen && each.state == state;
  });
  if (!results_are_wrong && some_order_gives_it)
    check.before = precedences(violation.told.history, test.suffixes.size());
  for (const AllOrders::Given& each : orders) {
    const bool is_known = std::ranges::find(check.explained, each.outcomes) != check.explained.end();
    if (is_known && results_are_wrong) continue;
    check.explained.push_back(each.outcomes);
    check.explained_states.push_back(each.state);
  }
  if (check.explained.size() > kMostExplained) {
    check.explained.clear();
    check.explained_states.clear();
  }
  if (!has_shortened(check)) result.check = std::move(check);
  return result;
}

}  // namespace heddle::classes
