// What each thread holds, event by event.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/condition_waits.h"
#include "event/operation.h"

namespace heddle {

// An acquisition that succeeded. Re-entrant ones are no events.
constexpr bool is_lock_action(const Event& event) {
  return is_acquisition(event.kind) && event.detail == 0 && event.location != kNoLocation;
}

struct Guard {
  LocationId lock = kNoLocation;
  bool shared = false;            // with other readers
  std::uint32_t acquisition = 0;  // which of all acquisitions it was

  friend bool operator==(const Guard&, const Guard&) = default;
};
using LockSet = std::vector<Guard>;

// Whether nobody is kept out: no lock is in both, or only among readers.
bool are_disjoint(const LockSet& one, const LockSet& other);
// Held at both ends, and not given up in between.
LockSet held_throughout(const LockSet& before, const LockSet& after);

class HeldLocks {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // All events have to be there, for condition waits.
  explicit HeldLocks(std::span<const Event> events) : waits_(events) {}

  // The events in their order. Gives the acquisition that the event is, or that it ends; kNone: neither.
  std::uint32_t add(const Event& event);
  const LockSet& of(ThreadId thread) { return at(thread); }

 private:
  LockSet& at(ThreadId thread) {
    if (thread >= held_.size()) held_.resize(thread + 1u);
    return held_[thread];
  }
  static std::uint32_t release(LockSet& held, LocationId lock);

  ConditionWaits waits_;
  std::uint32_t place_ = 0;
  std::uint32_t acquisitions_ = 0;
  std::vector<LockSet> held_;  // by ThreadId
};

}  // namespace heddle
