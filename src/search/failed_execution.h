// An execution that failed, as shrinking sees it: its turns, what it saw, and what it costs a reader.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "event/schedule.h"
#include "strategies/follow_turns.h"

namespace heddle {

// An execution that failed as the one that is to be shrunk.
struct FailedExecution {
  Schedule schedule;
  std::vector<std::uint32_t> preemptions;  // steps, see analysis/context_switches.h
  std::vector<std::string> threads;        // names, by ThreadId
  std::vector<ThreadId> suspects;          // who failed, first; then who waits for each other
  std::vector<ThreadId> deadlocked;        // who waits for each other
  std::uint32_t early = 0;                 // deadlines that came early (event/early_deadline.h)
};

// What is to be as small as possible, the most important first. `runs` are all switches, forced ones too.
struct ShrinkCost {
  std::uint64_t early = 0;  // a reader asks first whether a machine would do that
  std::uint64_t stale = 0;  // steps that see an older store, or whose own goes behind one (--memory c++)
  std::uint64_t switches = 0;
  std::uint64_t threads = 0;
  std::uint64_t runs = 0;
  std::uint64_t steps = 0;

  friend auto operator<=>(const ShrinkCost&, const ShrinkCost&) = default;
};
ShrinkCost cost_of(const FailedExecution& execution);

// Turns are not taken apart one by one: that would take more memory and time than there is.
inline constexpr std::size_t kMostTurns = std::size_t{1} << 18;
inline bool has_too_many_turns(const FailedExecution& execution) {
  return execution.schedule.size() > kMostTurns;
}

struct PastTurn {
  ThreadId thread;
  std::uint64_t until;  // how many operations of its own it had performed then
  bool preempted;       // it could have gone on
  std::uint64_t end;    // the step before which the next turn begins
};
std::vector<PastTurn> past_turns(const FailedExecution& execution);

// What its operations saw, where that was not the newest store: part of every plan that is to lead to the
// same.
std::vector<Turn> sights_of(const FailedExecution& execution);
std::uint64_t stale_steps_in(const Schedule& schedule);

// A plan that leads to the same execution again, without its end.
std::vector<Turn> turns_of(const FailedExecution& execution);
// Those who are to blame first, then all that took part except `without`: for the end of a plan.
std::vector<Turn> last_turns(const FailedExecution& execution, ThreadId without = kNoThread);

// In the order in which they first went on.
std::vector<ThreadId> threads_of(const FailedExecution& execution);
// ThreadNameHashes; 0 without a name.
std::uint64_t name_of(const FailedExecution& execution, ThreadId thread);

}  // namespace heddle
