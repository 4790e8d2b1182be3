// What HARS knows of a subtrace: its place in the tree of schedules, its distance from the passed traces, and
// the values of the three heuristics (HARS paper, section IV-A; see adaptive_search.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "event/operation.h"
#include "strategies/pattern_distance.h"
#include "strategies/schedule_tree.h"
#include "strategies/shared.h"

namespace heddle {

enum class Heuristic : std::uint8_t { kTsf, kWop, kSvc };
inline constexpr std::array kHeuristics = {Heuristic::kTsf, Heuristic::kWop, Heuristic::kSvc};

// The worked example counts switches, as we do, and writes, of which the text says that it is a proportion.
struct HeuristicReading {
  // What a thread switch is. The example has none at the first choice, whoever ran before it.
  enum class Switches : std::uint8_t {
    kChoices,  // a choice of another thread than at the choice before
    kEvents,   // an event of another thread than that of the event before, forced ones included
  };

  Switches switches = Switches::kChoices;
  bool switches_by_access = false;
  bool writes_counted = false;
};

struct HeuristicValues {
  std::uint32_t switches = 0;         // between events
  std::uint32_t chosen_switches = 0;  // between choices
  std::uint32_t reads = 0;
  std::uint32_t writes = 0;
  std::uint32_t variables = 0;
  ThreadId last = kNoThread;
  ThreadId last_chosen = kNoThread;

  // A strategy chooses the thread, where others could go on as well.
  void choose(ThreadId thread) {
    if (last_chosen != kNoThread && last_chosen != thread) ++chosen_switches;
    last_chosen = thread;
  }

  // An event happens; `is_new_variable`: no thread has accessed its location before.
  void add(const Event& event, bool is_new_variable) {
    if (last != kNoThread && last != event.thread) ++switches;
    last = event.thread;
    if (!is_access(event.kind)) return;
    writes += wrote(event) ? 1 : 0;
    reads += heddle::reads(event.kind) ? 1 : 0;
    if (is_new_variable) ++variables;
  }

  double of(Heuristic heuristic, const HeuristicReading& reading = {}) const {
    const double accesses = reads + writes;
    const double switched =
        reading.switches == HeuristicReading::Switches::kEvents ? switches : chosen_switches;
    switch (heuristic) {
      case Heuristic::kTsf:  // thread switch frequency
        return !reading.switches_by_access ? switched : accesses == 0 ? 0 : switched / accesses;
      case Heuristic::kWop:  // write operation proportion
        return reading.writes_counted ? writes : accesses == 0 ? 0 : writes / accesses;
      case Heuristic::kSvc:  // shared variable count
        return variables;
    }
    return 0;
  }
};

// Of the first-ranked over the second-ranked; 1: the ranking tells them not apart.
inline double distinguishable_degree(double first, double second) {
  return (1 + first) / (1 + second);
}

struct SubtraceState {
  HeuristicValues values;
  PatternDistance::State distance;
  // Where subtraces are executed before they are selected: the threads that can go on; none: it is complete.
  std::vector<ThreadId> continuations = {};
};

struct Subtrace {
  ScheduleTree::Node parent = ScheduleTree::kRoot;  // all but the last step
  ThreadId thread = kNoThread;                      // of the last step
  HeuristicValues values;
  std::uint32_t distance = 0;
  // Of the parent, shared with its other continuations; of the subtrace itself once it has been executed.
  Shared<SubtraceState> state;
};

// A set of small numbers that is emptied and filled often: a prefix is entered for nearly every step of a
// search.
class NumberSet {
 public:
  bool contains(std::uint32_t number) const { return number < is_in_.size() && is_in_[number] != 0; }
  // Whether it is new.
  bool insert(std::uint32_t number) {
    if (number >= is_in_.size()) [[unlikely]]
      is_in_.resize(number + std::size_t{64});
    if (is_in_[number] != 0) return false;
    is_in_[number] = 1;
    numbers_.push_back(number);
    return true;
  }
  void clear() {
    for (const std::uint32_t number : numbers_) is_in_[number] = 0;
    numbers_.clear();
  }
  const std::vector<std::uint32_t>& numbers() const { return numbers_; }

 private:
  std::vector<std::uint8_t> is_in_;
  std::vector<std::uint32_t> numbers_;  // in the order of insertion
};

}  // namespace heddle
