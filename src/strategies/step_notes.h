// Notes of a strategy that repeats an execution, for those who analyse it: where threads were preempted, or
// which addresses were accessed.
#pragma once

#include <cstdint>
#include <vector>

#include "strategies/preemption.h"

namespace heddle {

enum class NotedSteps : std::uint8_t {
  kPreemptions,  // the steps at which a thread was preempted
  kAddresses,    // of every operation
};

class StepNotes {
 public:
  explicit StepNotes(NotedSteps what = NotedSteps::kPreemptions) : what_(what) {}

  void begin(const RunContext& run) {
    notes_ = run.notes;
    address_ = 0;
  }

  void decided(const Choice& choice, ThreadId chosen) {
    if (what_ == NotedSteps::kPreemptions) {
      if (is_preemption(choice, chosen) && notes_.has_room(1))
        notes_.add(static_cast<std::uint32_t>(choice.step));
      return;
    }
    for (const Candidate& candidate : choice.enabled)
      if (candidate.thread == chosen) address_ = candidate.next->address;
  }

  // The operation of the last decision happened: one address for each event, whatever was decided anew.
  void happened() {
    if (what_ != NotedSteps::kAddresses || !notes_.has_room(2)) return;
    notes_.add(static_cast<std::uint32_t>(address_));
    notes_.add(static_cast<std::uint32_t>(address_ >> 32));
  }

 private:
  NotedSteps what_;
  Notes notes_;
  std::uint64_t address_ = 0;
};

// What happened() has written.
inline std::vector<std::uint64_t> addresses_in(std::span<const std::uint32_t> notes) {
  std::vector<std::uint64_t> addresses;
  for (std::size_t i = 0; i + 1 < notes.size(); i += 2)
    addresses.push_back(notes[i] | (std::uint64_t{notes[i + 1]} << 32));
  return addresses;
}

}  // namespace heddle
