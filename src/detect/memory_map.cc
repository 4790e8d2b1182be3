#include "detect/memory_map.h"

namespace heddle {

void MemoryMap::update(const LocationTable& locations) {
  if (addresses_.empty()) addresses_.push_back(0);  // kNoLocation
  while (addresses_.size() <= locations.size()) {
    const auto id = static_cast<LocationId>(addresses_.size());
    const Location& location = locations[id];
    const std::uint64_t address = address_of(location);
    addresses_.push_back(address);
    if (address == 0) continue;
    named_.emplace(address, id);
    if (location.kind == ObjectKind::kHeap) blocks_[address >> kObjectBits].push_back(address);
  }
}

std::uint64_t MemoryMap::address_of(const Location& location) {
  if (location.kind == ObjectKind::kMapping && !location.is_allocated()) return kMappings | location.offset;
  if (location.offset >= kObjectSize / 2) return 0;
  const auto [entry, added] = bases_.try_emplace(location.object_key(), (bases_.size() + 1) << kObjectBits);
  if (added && bases_.size() >= kMostObjects) return 0;
  // Places on a stack are counted from its upper end.
  return location.kind == ObjectKind::kStack ? entry->second + kObjectSize / 2 - location.offset
                                             : entry->second + location.offset;
}

}  // namespace heddle
