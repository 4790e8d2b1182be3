// Which stores the atomic operations of an execution saw and went behind, and which memory order would have
// made a thread see the newest one (--memory c++).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "event/operation.h"
#include "event/order_note.h"

namespace heddle {

// Two events: the thread that made the newest store went on to make this one, which the other thread saw
// before it read the older store, or stored behind it. One of them, or both, lacks the order: a release, an
// acquire.
struct MissingOrder {
  std::uint32_t store = 0;
  std::uint32_t load = 0;

  friend bool operator==(const MissingOrder&, const MissingOrder&) = default;
};

// Events are told by their number. A sight is a note of an event that had to do with an older store: it says
// which event made that.
class SightsOfExecution {
 public:
  // Both must outlive it. Sights are in the order of their events.
  SightsOfExecution(std::span<const Event> events, std::span<const OrderNote> sights);

  // The last store to the same variable before the event that did not go behind another one; kNoEvent: there
  // is none.
  std::uint32_t newest_before(std::uint32_t event) const { return newest_[event]; }
  // The store that an atomic read saw; kNoEvent: none of these events made it, or it is no read.
  std::uint32_t seen_by(std::uint32_t event) const { return seen_[event]; }
  // Null: it had to do with the newest store.
  const OrderNote* sight_of(std::uint32_t event, OrderKind kind) const;
  // A weak compare-exchange that saw the newest store, and what it expected.
  bool failed_for_no_reason(const OrderNote& sight) const;

  // For an event that had to do with an older store than the one of event newest_before(). Nothing: its
  // thread had seen nothing of what the other thread did afterwards.
  std::optional<MissingOrder> missing_order(std::uint32_t event) const;

 private:
  std::span<const Event> events_;
  std::span<const OrderNote> sights_;
  std::vector<std::uint32_t> newest_;
  std::vector<std::uint32_t> seen_;
};

}  // namespace heddle
