// Data races of executions that are over: tells a RaceDetector what their events mean.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/happens_before.h"
#include "detect/memory_map.h"
#include "detect/plain_memory_filter.h"
#include "detect/race_detector.h"
#include "detect/written_locations.h"
#include "event/execution.h"
#include "event/location.h"

namespace heddle {

// Whether calls of opaque code (OrderKind) are taken for synchronisation. They may be; what is a race
// although they are taken for it is one for certain.
enum class Opaque : std::uint8_t { kOrders, kOrdersNothing };

// What an access to a volatile variable is: an ordinary one, as the standard has it, or a relaxed atomic one,
// as programs from before C11 mean it.
enum class Volatile : std::uint8_t { kPlain, kAtomic };

class RaceObserver {
 public:
  explicit RaceObserver(const RaceLimits& limits = {}, Volatile volatile_means = Volatile::kPlain)
      : detector_(limits), volatile_means_(volatile_means) {}

  // Those that were not seen in an earlier execution. Foreign threads (OrderKind) have none. Events are told
  // by their index.
  std::span<const Race> observe(const Execution& execution, const LocationTable& locations,
                                Opaque opaque = Opaque::kOrdersNothing);

  // Those of earlier executions count as new ones from here on.
  void forget_reported() { detector_.forget_reported(); }

  // Of the last execution more was to be remembered than there is room for.
  bool is_incomplete() const { return was_looked_at_ && detector_.is_incomplete(); }

  // Where both accesses meet: a location that the second one names, and how many bytes behind it.
  struct Place {
    LocationId location = kNoLocation;
    std::uint64_t offset = 0;
  };
  Place place_of(const Race& race, std::span<const Event> events) const;

 private:
  class Clocks;

  void add(const Event& event, std::uint32_t index);
  void add(const OrderNote& note);
  void allocate(const OrderNote& note);
  void order_all(const Moment& at);
  bool is_foreign(ThreadId thread) const { return thread < foreign_.size() && foreign_[thread]; }
  void add_access(const Event& event, const Moment& at);
  void add_plain(const Moment& at, std::uint64_t address, std::uint64_t size, AccessKind kind);
  void add_atomic(const Event& event, const Moment& at, std::uint64_t address, std::uint64_t size);
  void add_synchronisation(const Event& event, const Moment& at);
  void use(const Event& event, const Moment& at);
  bool may_have_races(const Execution& execution) const;
  void look_ahead(const Execution& execution);

  RaceDetector detector_;
  Volatile volatile_means_;
  MemoryMap memory_;

  // Of the execution that is being observed.
  std::span<const Event> events_;
  Opaque opaque_ = Opaque::kOrdersNothing;
  bool was_looked_at_ = false;  // it may have races
  bool outside_ = false;        // of the region in which threads are switched
  bool lost_ = false;           // it is not what it should be: nothing can be said of the rest
  std::size_t threads_ = 0;
  std::vector<bool> foreign_;  // by thread
  std::vector<Race> races_;
  HappensBefore before_;
  Synchronisation::Sight sight_;  // of the next event
  WrittenLocations written_;      // of this execution and of those before
  PlainMemoryFilter plain_;       // of this one
};

}  // namespace heddle
