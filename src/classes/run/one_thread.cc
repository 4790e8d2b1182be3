#include "classes/run/one_thread.h"

#include <algorithm>

#include "classes/call_order.h"
#include "classes/operations.h"

namespace heddle::classes {

namespace {

constexpr std::size_t kMostOrdersOfOne = 500;
constexpr std::size_t kMostRows = 12;
constexpr std::uint64_t kSchedules = 50;

using Row = std::vector<std::size_t>;  // places of calls in the history

// Those orders of the threads' calls that keep what came before what.
std::vector<Row> rows_of(const TestCase& test, const History& history, CallOrder order) {
  std::vector<std::size_t> next(test.suffixes.size());  // numbers of calls: one thread after the other
  for (std::size_t thread = 1; thread < next.size(); ++thread)
    next[thread] = next[thread - 1] + test.suffixes[thread - 1].size();
  std::vector<std::size_t> place_of(history.calls.size());
  for (std::size_t place = 0; place < history.calls.size(); ++place)
    place_of[next[history.calls[place].thread]++] = place;
  const auto before = predecessors(history, order);
  const auto keeps = [&](const Row& row) {
    std::vector<bool> is_made(row.size());
    for (const std::size_t place : row) {
      if (std::ranges::any_of(before[place], [&](std::size_t each) { return !is_made[each]; })) return false;
      is_made[place] = true;
    }
    return true;
  };
  std::vector<Row> rows;
  for (const Order& each : all_orders(test, kMostOrdersOfOne)) {
    Row row;
    for (const std::uint8_t number : each) row.push_back(place_of[number]);
    if (rows.size() < kMostRows && keeps(row)) rows.push_back(std::move(row));
  }
  return rows;
}

// Results of calls are known by the thread that made them.
bool is_given_results(const CallSequence& calls) {
  return std::ranges::any_of(calls, [](const Call& call) {
    return std::ranges::any_of(call.argument_seeds, [](std::uint64_t seed) {
      return seed >= Operations::kFirstResult + Operations::kNumbers;
    });
  });
}

bool is_same(const History& alone, const History& history, const Row& row,
             const LinearizabilityOptions& options) {
  if (alone.calls.size() != row.size() || alone.final_state != history.final_state) return false;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const HistoryCall& call = history.calls[row[i]];
    if (!options.ignored.contains(call.call.operation) && alone.calls[i].outcome != call.outcome)
      return false;
  }
  return true;
}

}  // namespace

OneThread made_by_one_thread(DriverProcess& driver, const TestCase& test, const Observation& observation,
                             const History& history, const LinearizabilityOptions& options) {
  std::size_t calls = 0;
  for (const CallSequence& suffix : test.suffixes) calls += suffix.size();
  const bool is_complete =
      history.calls.size() == calls && std::ranges::none_of(history.calls, &HistoryCall::is_pending);
  if (!is_complete || std::ranges::any_of(test.suffixes, is_given_results)) return OneThread::kOther;
  OneThread found = OneThread::kOther;
  for (const Row& row : rows_of(test, history, options.order)) {
    TestCase alone{test.prefix, {{}}};
    for (const std::size_t place : row) alone.suffixes[0].push_back(history.calls[place].call);
    const Result<TestRun> run =
        driver.run({alone, observation, {"random", kSchedules, 1, Races::kIgnore}}, nullptr);
    if (!run) continue;
    if (std::ranges::any_of(run->histories, [&](const SeenHistory& each) {
          return is_same(each.told.history, history, row, options);
        }))
      return OneThread::kSame;
    if (run->histories.size() > 1) found = OneThread::kSeveral;
  }
  return found;
}

}  // namespace heddle::classes
