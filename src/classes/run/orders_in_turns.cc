#include "classes/run/orders_in_turns.h"

#include <algorithm>

#include "classes/call_order.h"
#include "classes/run/driver_specification.h"

namespace heddle::classes {

namespace {

constexpr std::size_t kMostOrdersInTurns = 500;
constexpr std::size_t kMostTurnsAtOnce = 24;
constexpr std::size_t kMostFailuresInTurns = 32;

}  // namespace

OrdersInTurns::OrdersInTurns(DriverProcess& driver, const TestCase& test, const Observation& observation)
    : test_(test) {
  std::vector<Order> orders = all_orders(test, kMostOrdersInTurns);
  std::size_t failures = 0;
  while (!orders.empty() && failures < kMostFailuresInTurns) {
    const std::size_t count = std::min(orders.size(), kMostTurnsAtOnce);
    const Result<OrdersRun> run =
        driver.run_orders(test, observation, std::span(orders).first(count), OrderedBy::kTurns);
    if (!run || run->orders.empty()) return;
    const std::size_t told = std::min(run->orders.size(), count);
    for (std::size_t i = 0; i < told; ++i) made_.push_back({orders[i], run->orders[i], std::nullopt});
    if (run->failure) {
      made_.back().failure = outcome_of(*run->failure);
      ++failures;
    }
    orders.erase(orders.begin(), orders.begin() + static_cast<std::ptrdiff_t>(told));
  }
}

bool OrdersInTurns::show(const Outcome& outcome, FailsIn place) const {
  if (outcome.kind == Outcome::Kind::kBlocks) return false;
  return std::ranges::any_of(made_, [&](const Made& each) {
    const bool at_end = each.told.final_state.has_value();
    if (each.failure == outcome && at_end == (place == FailsIn::kDestructor)) return true;
    return place == FailsIn::kCall &&
           std::ranges::find(each.told.outcomes, outcome) != each.told.outcomes.end() &&
           outcome.kind == Outcome::Kind::kException;
  });
}

bool OrdersInTurns::explain(const History& history, const LinearizabilityOptions& options) const {
  return std::ranges::any_of(made_,
                             [&](const Made& each) { return is_explained_by(each, history, options); });
}

bool OrdersInTurns::is_explained_by(const Made& made, const History& history,
                                    const LinearizabilityOptions& options) const {
  if (made.failure || made.told.outcomes.size() != made.order.size() ||
      history.calls.size() != made.order.size())
    return false;
  if (history.final_state && history.final_state != made.told.final_state) return false;
  // The calls of the history by their numbers: one thread after the other.
  std::vector<std::size_t> first(test_.suffixes.size() + 1);
  for (std::size_t thread = 0; thread < test_.suffixes.size(); ++thread)
    first[thread + 1] = first[thread] + test_.suffixes[thread].size();
  std::vector<std::size_t> places(made.order.size()), position(made.order.size());
  for (std::size_t i = 0; i < made.order.size(); ++i) position[made.order[i]] = i;
  for (std::size_t i = 0; i < history.calls.size(); ++i)
    places[i] = position[first[history.calls[i].thread]++];
  const std::vector<std::vector<std::size_t>> before = predecessors(history, options.order);
  for (std::size_t i = 0; i < history.calls.size(); ++i) {
    const HistoryCall& call = history.calls[i];
    const bool fits = call.outcome && (options.ignored.contains(call.call.operation) ||
                                       *call.outcome == made.told.outcomes[places[i]]);
    if (!fits || std::ranges::any_of(before[i], [&](std::size_t each) { return places[each] > places[i]; }))
      return false;
  }
  return true;
}

}  // namespace heddle::classes
