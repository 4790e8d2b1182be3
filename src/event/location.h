// Names of memory that survive a different schedule: everything learnt is keyed by them, never by raw
// addresses.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "event/hash.h"
#include "event/ids.h"

namespace heddle {

enum class ObjectKind : std::uint8_t {
  kNone,
  kGlobal,       // module, offset in it
  kHeap,         // allocating thread, call stack and how many of these came before
  kStack,        // owning thread, offset from the stack's start
  kThreadLocal,  // thread, module, offset in its block
  kMapping,     // mapping thread, call stack and how many of these came before; or, with object 0, an address
  kDescriptor,  // of an open file: `ordinal` is its number, allocation_site where it was opened
  kConstruct,   // of OpenMP: `module` is its ConstructKind, allocation_site where it stands; told apart like
                // kHeap
};

enum class ConstructKind : std::uint8_t { kRegion, kWorksharing, kTask, kThreadMemory, kReduction };

// The object, and the offset of the granule within it.
struct Location {
  ObjectKind kind = ObjectKind::kNone;
  std::uint32_t module = 0;          // kGlobal, kThreadLocal
  SiteId allocation_site = kNoSite;  // kHeap, kMapping: for people; the identity is `object`
  std::uint32_t ordinal = 0;  // kHeap, kMapping: how many of the same thread and call stack came before
  std::uint64_t thread = 0;   // name hash of the allocating or owning thread
  std::uint64_t object = 0;   // kHeap, kMapping: hash of thread, call stack and ordinal
  std::uint64_t offset = 0;
  std::uint64_t size = 0;  // kHeap, kMapping: of the block. No part of the identity.
  // kStack, where somebody wants to know the variable: the distance from the canonical address of the frame
  // that it lies in. allocation_site is where that frame is then, and `size` how far its stack pointer is
  // below the canonical address. No part of the identity.
  std::int64_t frame_offset = 0;

  // Allocated or mapped by the program, with a name of its own.
  bool is_allocated() const {
    return kind == ObjectKind::kHeap || kind == ObjectKind::kConstruct ||
           (kind == ObjectKind::kMapping && object != 0);
  }
  std::uint64_t object_key() const {
    const std::uint64_t place = combine(combine(0, static_cast<std::uint64_t>(kind)), module);
    return combine(place, is_allocated() ? object : thread);
  }
  std::uint64_t key() const { return combine(object_key(), offset); }
  friend bool operator==(const Location& a, const Location& b) {
    return a.kind == b.kind && a.module == b.module && a.thread == b.thread && a.object == b.object &&
           a.offset == b.offset;
  }
};

// The same, so many bytes further on. Offsets in a stack are counted down from its start.
inline Location moved(Location location, std::int64_t bytes) {
  const bool downwards = location.kind == ObjectKind::kStack;
  location.offset += static_cast<std::uint64_t>(downwards ? -bytes : bytes);
  if (downwards) location.frame_offset += bytes;
  return location;
}

// Accesses of up to four bytes touch one granule, the unit in which sharing is judged.
inline constexpr unsigned kGranuleBits = 2;
inline constexpr std::uint64_t kGranuleSize = 1u << kGranuleBits;

// Interns locations. Ids start at 1 and are given in the order of discovery.
class LocationTable {
 public:
  LocationId intern(const Location& location) {
    const auto [entry, added] =
        ids_.try_emplace(location.key(), static_cast<LocationId>(locations_.size() + 1));
    if (added) locations_.push_back(location);
    return entry->second;
  }
  LocationId find(const Location& location) const { return find_key(location.key()); }
  LocationId find_key(std::uint64_t key) const {
    const auto entry = ids_.find(key);
    return entry == ids_.end() ? kNoLocation : entry->second;
  }
  const Location& operator[](LocationId id) const { return locations_[id - 1]; }
  std::size_t size() const { return locations_.size(); }

 private:
  std::vector<Location> locations_;
  std::unordered_map<std::uint64_t, LocationId> ids_;
};

}  // namespace heddle
