#include "classes/call_order.h"

#include <algorithm>
#include <numeric>

namespace heddle::classes {

namespace {

bool is_before_in_thread(const History& history, std::size_t a, std::size_t b) {
  return a < b && history.calls[a].thread == history.calls[b].thread;
}

// Calls between two quiescent times have the same number.
std::vector<std::size_t> periods(const History& history) {
  std::vector<std::size_t> by_invocation(history.calls.size());
  std::iota(by_invocation.begin(), by_invocation.end(), std::size_t{0});
  std::ranges::sort(by_invocation, {}, [&](std::size_t call) { return history.calls[call].invoked; });
  std::vector<std::size_t> period(history.calls.size());
  std::size_t number = 0;
  std::uint64_t busy_until = 0;
  for (const std::size_t call : by_invocation) {
    if (history.calls[call].invoked > busy_until) ++number;
    period[call] = number;
    busy_until = std::max(busy_until, history.calls[call].returned);
  }
  return period;
}

// Of each call, how many of its thread come before it.
std::vector<std::size_t> places_in_threads(const History& history) {
  std::vector<std::size_t> places, next;
  for (const HistoryCall& call : history.calls) {
    next.resize(std::max(next.size(), call.thread + std::size_t{1}));
    places.push_back(next[call.thread]++);
  }
  return places;
}

}  // namespace

bool is_ordered_by_happens_before(const History& history) {
  return std::ranges::any_of(history.calls, [](const HistoryCall& each) { return !each.past.empty(); });
}

std::vector<std::vector<std::size_t>> predecessors(const History& history, CallOrder order) {
  const std::vector<std::size_t> period = periods(history);
  const std::vector<std::size_t> place = places_in_threads(history);
  // As the threads know; time alone orders nothing under the C++ memory model.
  const auto is_known_to = [&](std::size_t a, std::size_t b) {
    const HistoryCall& later = history.calls[b];
    if (later.past.empty()) return history.calls[a].returned < later.invoked;
    const std::uint32_t thread = history.calls[a].thread;
    return thread < later.past.size() && place[a] < later.past[thread];
  };
  const auto is_before = [&](std::size_t a, std::size_t b) {
    switch (order) {
      case CallOrder::kRealTime:
        return is_known_to(a, b) || is_before_in_thread(history, a, b);
      case CallOrder::kQuiescent:
        return period[a] < period[b] && (is_known_to(a, b) || is_before_in_thread(history, a, b));
      case CallOrder::kProgram:
        return is_before_in_thread(history, a, b);
    }
    return false;
  };
  std::vector<std::vector<std::size_t>> before(history.calls.size());
  for (std::size_t b = 0; b < history.calls.size(); ++b)
    for (std::size_t a = 0; a < history.calls.size(); ++a)
      if (a != b && is_before(a, b)) before[b].push_back(a);
  return before;
}

}  // namespace heddle::classes
