// What the executions of a search come to, as numbers, and the sum of some that the search need not look at.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "event/execution.h"
#include "event/hash.h"

namespace heddle {

struct SearchTotals {
  std::uint64_t executions = 0;  // finished ones, abandoned ones not counted
  std::uint64_t abandoned = 0;
  std::uint64_t samples = 0;  // of what was left: executed once more later, so not counted
  std::uint64_t superseded =
      0;  // executions until a strategy began anew: they count, and are no part of its claim
  std::uint64_t failed = 0;
  std::uint64_t steps = 0;
  std::uint64_t events = 0;
  std::uint64_t points = 0;
  std::uint64_t switches = 0;
  std::uint64_t digest = 0;       // of all events, where it was asked for
  Tally tally{};                  // what the strategy counted (StrategyInfo::tallies)
  BoundCounts beyond{};           // in how many executions there was too much of what
  std::uint64_t weak_memory = 0;  // executions with the C++ memory model
  std::uint64_t held_back = 0;    // executions in which a deadline could not come as early as it might have
  std::uint64_t entered_region = 0;  // executions
  std::uint64_t default_team = 0;    // likewise

  // What every execution adds, however it ended.
  void add_work_of(const Execution& execution) {
    steps += execution.steps - execution.shared_steps;
    events += execution.recorded;
    points += execution.points;
    switches += execution.switches;
    weak_memory += execution.weak_memory ? 1 : 0;
    held_back += execution.held_back ? 1 : 0;
    entered_region += execution.entered_region ? 1 : 0;
    default_team += execution.default_team ? 1 : 0;
    for (std::size_t i = 0; i < kTallies; ++i) tally[i] += execution.tally[i];
  }
  void add_bounds_of(const Execution& execution) {
    for (std::size_t i = 0; execution.beyond >> i != 0 && i < kBounds; ++i)
      if ((execution.beyond >> i & 1) != 0) ++beyond[i];
  }
  void add(const SearchTotals& other) {
    executions += other.executions;
    abandoned += other.abandoned;
    samples += other.samples;
    superseded += other.superseded;
    failed += other.failed;
    steps += other.steps;
    events += other.events;
    points += other.points;
    switches += other.switches;
    weak_memory += other.weak_memory;
    held_back += other.held_back;
    entered_region += other.entered_region;
    default_team += other.default_team;
    for (std::size_t i = 0; i < kTallies; ++i) tally[i] += other.tally[i];
    for (std::size_t i = 0; i < kBounds; ++i) beyond[i] += other.beyond[i];
  }
  friend bool operator==(const SearchTotals&, const SearchTotals&) = default;
};

// Executions in a row, from `first` on, of which the search needs no more than this. In shared memory.
class Passed {
 public:
  struct Failures {
    std::uint64_t signature = 0;
    std::uint64_t times = 0;
  };
  static constexpr std::size_t kKinds = 4;  // of failures

  // False: it has to be told by itself.
  bool add(const Execution& execution) {
    if (execution.unjoined.count != 0) return false;
    if (execution.end == End::kFailed && !add_failure(execution.failure.signature())) return false;
    if (execution.end != End::kFailed && execution.end != End::kCompleted && execution.end != End::kAbandoned)
      return false;
    ++count;
    totals.add_work_of(execution);
    totals.add_bounds_of(execution);
    if (execution.end == End::kAbandoned)
      ++totals.abandoned;
    else
      ++totals.executions;
    totals.failed += execution.end == End::kFailed ? 1 : 0;
    most_threads = std::max<std::uint64_t>(most_threads, execution.threads.size());
    return true;
  }

  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::uint64_t most_threads = 0;  // of an execution
  SearchTotals totals;
  std::array<Failures, kKinds> failures{};  // the last ones may be none

 private:
  bool add_failure(std::uint64_t signature) {
    for (Failures& each : failures) {
      if (each.times != 0 && each.signature != signature) continue;
      each.signature = signature;
      ++each.times;
      return true;
    }
    return false;
  }
};
static_assert(std::is_trivially_copyable_v<Passed>);

}  // namespace heddle
