// Which memory order would have made a thread see the newest store (--memory c++).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "event/operation.h"
#include "event/order_note.h"

namespace heddle {

// Of each atomic read: the event that made the store it saw; kNoEvent: none did, or it is no read.
std::vector<std::uint32_t> seen_stores(std::span<const Event> events, std::span<const OrderNote> sights);

// Two events: the thread that made the newest store went on to make this one, which the reader saw before it
// read the older store. One of them, or both, lacks the order: a release, an acquire.
struct MissingOrder {
  std::uint32_t store = 0;
  std::uint32_t load = 0;

  friend bool operator==(const MissingOrder&, const MissingOrder&) = default;
};

// For a read that saw an older store than the one of event `newest`. Nothing: the reader had seen nothing of
// what the other thread did afterwards.
std::optional<MissingOrder> missing_order(std::span<const Event> events, std::span<const OrderNote> sights,
                                          std::uint32_t read, std::uint32_t newest);

// The last store to the same variable before the event that did not go behind another one; kNoEvent: there is
// none.
std::uint32_t newest_store_before(std::span<const Event> events, std::span<const OrderNote> sights,
                                  std::uint32_t event);

}  // namespace heddle
