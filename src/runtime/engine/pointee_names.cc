#include "runtime/engine/pointee_names.h"

#include "event/hash.h"
#include "runtime/engine/event_stacks.h"
#include "runtime/naming/names.h"
#include "runtime/state/globals.h"
#include "runtime/state/recording.h"

namespace heddle::runtime {

namespace {

// Nothing of a program is below or above; most values are numbers.
constexpr std::uint64_t kLowest = 1u << 16, kHighest = 1ull << 47;

bool has_name(ObjectKind kind) {
  return kind == ObjectKind::kHeap || kind == ObjectKind::kStack || kind == ObjectKind::kGlobal ||
         kind == ObjectKind::kThreadLocal;
}

}  // namespace

void PointeeNames::look_at(std::uint64_t value, std::uint64_t event) {
  if (value < kLowest || value >= kHighest) return;
  Recording& recording = *hot.recording;
  if (recording.pointees_count >= Most::pointees) return;
  Location location = name_of(value);
  if (!has_name(location.kind)) return;
  const Thread* const owner = owner_of(location);
  std::uint64_t identity = location.key();
  if (owner != nullptr) identity = combine(identity, frame_identity(*owner, value, owner->next.site));
  const auto [entry, added] = known_.try_emplace(value, identity);
  if (!added && entry->second == identity) return;
  entry->second = identity;
  if (owner != nullptr) name_frame(value, *owner, location);
  recording.pointees[recording.pointees_count++] = {event, value, location};
}

}  // namespace heddle::runtime
