#include "analysis/missing_order.h"

#include <algorithm>
#include <unordered_map>

#include "event/access_detail.h"
#include "event/hash.h"

namespace heddle {

namespace {

// Of the bytes that an atomic operation is about.
std::uint64_t variable_of(const Event& event) {
  return combine(std::uint64_t{event.location} << 16 | std::uint64_t{event.size} << 8, start_of(event));
}

}  // namespace

SightsOfExecution::SightsOfExecution(std::span<const Event> events, std::span<const OrderNote> sights)
    : events_(events), sights_(sights), newest_(events.size(), kNoEvent), seen_(events.size(), kNoEvent) {
  std::unordered_map<std::uint64_t, std::uint32_t> newest;
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    if (!is_atomic_access(events[i].kind)) continue;
    const auto [known, is_first] = newest.try_emplace(variable_of(events[i]), kNoEvent);
    newest_[i] = known->second;
    if (reads(events[i].kind)) {
      const OrderNote* const older = sight_of(i, OrderKind::kSees);
      seen_[i] = older == nullptr ? newest_[i] : older->site < i ? older->site : kNoEvent;
    }
    if (wrote(events[i]) && sight_of(i, OrderKind::kStoresBehind) == nullptr) known->second = i;
  }
}

const OrderNote* SightsOfExecution::sight_of(std::uint32_t event, OrderKind kind) const {
  auto each =
      std::lower_bound(sights_.begin(), sights_.end(), event,
                       [](const OrderNote& note, std::uint32_t number) { return note.event < number; });
  for (; each != sights_.end() && each->event == event; ++each)
    if (each->kind == kind) return &*each;
  return nullptr;
}

bool SightsOfExecution::failed_for_no_reason(const OrderNote& sight) const {
  const std::uint32_t newest = newest_[sight.event];
  return sight.kind == OrderKind::kSees && (newest == kNoEvent || newest == sight.site);
}

std::optional<MissingOrder> SightsOfExecution::missing_order(std::uint32_t event) const {
  const std::uint32_t newest = newest_[event];
  if (newest == kNoEvent) return {};
  std::optional<MissingOrder> found;
  for (std::uint32_t i = newest + 1; i < event; ++i) {
    if (events_[i].thread != events_[event].thread || seen_[i] == kNoEvent || seen_[i] <= newest) continue;
    const Event& store = events_[seen_[i]];
    if (store.thread != events_[newest].thread) continue;
    if (releases(ordering_of(store)) && acquires(ordering_of(events_[i]))) continue;
    if (!found || seen_[i] < found->store) found = MissingOrder{seen_[i], i};
  }
  return found;
}

}  // namespace heddle
