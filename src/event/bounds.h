// What was left out because there was more of it than Heddle keeps. Each is in the summary: a verdict is
// worth only what was looked at.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle {

enum class Bound : std::uint8_t {
  kEvents,       // of an execution: those behind the limit were not recorded
  kSchedule,     // runs of its schedule: it cannot be repeated
  kOrder,        // notes about what orders: its data races were not looked for
  kChoices,      // who could run when: the strategy did not see all of it
  kNames,        // of memory: what they name is not known to be shared
  kReport,       // of a failure: it was too long, and the failure is lost
  kPassedOn,     // events to those who look for races and measure: too many, they saw none of the execution
  kRaceRecords,  // accesses that the race detector remembers: older ones were forgotten
  kRaces,        // places with a data race: once there are so many, no others are looked for
  kTasks,        // of OpenMP: the rest ran at once, as calls of the threads that made them
  kLockOrders,   // of a search: deadlocks were predicted from some of them
  kCount
};

inline constexpr std::size_t kBounds = static_cast<std::size_t>(Bound::kCount);

// A set of them.
using BoundSet = std::uint32_t;
constexpr BoundSet set_of(Bound bound) {
  return BoundSet{1} << static_cast<unsigned>(bound);
}

// In how many executions each was met.
using BoundCounts = std::array<std::uint64_t, kBounds>;

}  // namespace heddle
