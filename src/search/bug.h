// A bug that a search has found, as far as it is known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "search/differing_step.h"
#include "search/essence.h"
#include "search/messages.h"

namespace heddle {

// What became of the attempt to make its schedule shorter.
struct Shrinking {
  bool done = false;               // there was one, and the schedule is as short as it could be made
  std::uint64_t from = 0;          // context switches as it was found
  std::uint64_t reexecutions = 0;  // of the program
  std::string ended_early;         // why it may not be the shortest; empty: it went to its end
  Essence essence;                 // sites of the shrunk schedule
};

// What of its execution had to do with stores that are not the newest ones (--memory c++).
struct OlderStores {
  std::uint64_t read = 0;       // stale reads
  std::uint64_t overtaken = 0;  // stores that went behind older ones
  std::uint64_t failed = 0;     // weak compare-exchanges that failed for no reason
};

struct Bug {
  unsigned id = 0;
  ExecutionReport report;       // of the first replay that failed; as it was found if none did
  std::uint64_t execution = 0;  // where it was found
  bool attempt = false;         // ... of those that were to make a prediction happen, after the search
  std::string tactic;           // by which of a strategy's ways; empty: it has only one
  std::uint64_t times = 1;      // how many executions of the search ended in it
  bool stable = true;           // its schedule failed again in fresh processes, each time
  std::string unstable_reason;
  std::optional<DifferingStep> difference;      // of two replays that did not go the same way
  std::vector<KernelAnswer> differing_answers;  // of the kernel, between two replays
  std::string ordered_by;  // of a data race: a library that may have ordered the accesses, so that it is none
                           // for certain
  StepRecord record;
  std::vector<std::uint32_t> preemptions;  // of the schedule, see analysis/context_switches.h
  std::string output;
  Shrinking shrinking;
  std::optional<OlderStores> older_stores;  // of the schedule
  // Executions under sequential consistency that did not show what an older value led to; 0: nothing is
  // known.
  std::uint64_t sequential_tries = 0;
  // Orders that would have made its threads see the newest stores, and what executions with these showed.
  std::vector<Strengthened> missing_orders;
  std::uint64_t ordered_tries = 0;  // 0: nothing is known
  bool fails_when_ordered = false;  // the last of them failed in the same way
  // Of a deadlock, as the RPro paper defines them; 0: not known.
  unsigned depth = 0;  // at most
  std::uint64_t radius = 0;
};

inline bool is_race(const Bug& bug) {
  return bug.report.failure.kind == FailureKind::kDataRace;
}

// Of its schedule, as a person counts them.
std::uint64_t context_switches_of(const Bug& bug);

}  // namespace heddle
