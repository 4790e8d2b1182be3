#include "analysis/missing_order.h"

#include <algorithm>

#include "event/access_detail.h"

namespace heddle {

namespace {

bool is_at_same_atomic(const Event& one, const Event& other) {
  return is_atomic_access(one.kind) && is_atomic_access(other.kind) && one.location == other.location &&
         one.size == other.size && start_of(one) == start_of(other);
}

const OrderNote* sight_of_event(std::span<const OrderNote> sights, std::uint32_t event, OrderKind kind) {
  const auto found = std::find_if(sights.begin(), sights.end(), [&](const OrderNote& note) {
    return note.event == event && note.kind == kind;
  });
  return found == sights.end() ? nullptr : &*found;
}

}  // namespace

std::uint32_t newest_store_before(std::span<const Event> events, std::span<const OrderNote> sights,
                                  std::uint32_t event) {
  for (std::uint32_t i = event; i-- > 0;)
    if (is_at_same_atomic(events[i], events[event]) && wrote(events[i]) &&
        sight_of_event(sights, i, OrderKind::kStoresBehind) == nullptr)
      return i;
  return kNoEvent;
}

std::vector<std::uint32_t> seen_stores(std::span<const Event> events, std::span<const OrderNote> sights) {
  std::vector<std::uint32_t> seen(events.size(), kNoEvent);
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    if (!is_atomic_access(events[i].kind) || !reads(events[i].kind)) continue;
    const OrderNote* const older = sight_of_event(sights, i, OrderKind::kSees);
    seen[i] = older != nullptr ? older->site : newest_store_before(events, sights, i);
  }
  return seen;
}

std::optional<MissingOrder> missing_order(std::span<const Event> events, std::span<const OrderNote> sights,
                                          std::uint32_t read, std::uint32_t newest) {
  const std::span<const Event> past = events.first(read);
  const std::vector<std::uint32_t> seen = seen_stores(past, sights);
  std::optional<MissingOrder> found;
  for (std::uint32_t i = 0; i < past.size(); ++i) {
    if (past[i].thread != events[read].thread || seen[i] == kNoEvent || seen[i] <= newest) continue;
    if (past[seen[i]].thread != events[newest].thread) continue;
    if (releases(ordering_of(past[seen[i]])) && acquires(ordering_of(past[i]))) continue;
    if (!found || seen[i] < found->store) found = MissingOrder{seen[i], i};
  }
  return found;
}

}  // namespace heddle
