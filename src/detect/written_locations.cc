#include "detect/written_locations.h"

#include <algorithm>

namespace heddle {

void WrittenLocations::begin(const MemoryMap& memory) {
  if (written_.size() == memory.size()) return;
  written_.resize(memory.size());
  reach_.assign(memory.size(), 0);
  allocated_.assign(memory.size(), 0);
}

void WrittenLocations::add(std::span<const OrderNote> notes, const MemoryMap& memory) {
  for (const OrderNote& note : notes)
    if (note.kind == OrderKind::kAllocate) add_block(note.location, memory);
}

void WrittenLocations::add_bytes(LocationId location, std::uint32_t end, const MemoryMap& memory) {
  reach_[location] = end;
  written_[location] = 1;
  const std::uint64_t start = memory[location];
  if (start == 0) return;
  for (std::uint64_t offset = kGranuleSize; offset < std::min(end, kLongestAccess); offset += kGranuleSize)
    if (const LocationId other = memory.location_at(start + offset)) written_[other] = 1;
}

void WrittenLocations::add_block(LocationId location, const MemoryMap& memory) {
  if (location >= allocated_.size() || allocated_[location] != 0) return;
  allocated_[location] = 1;
  for (const std::uint64_t granule : memory.block_around(location))
    if (const LocationId other = memory.location_at(granule)) written_[other] = 1;
}

}  // namespace heddle
