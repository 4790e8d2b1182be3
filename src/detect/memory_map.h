// Addresses for locations: of neighbouring bytes of one object they are neighbours, and no two objects touch.
// Those of the program will not do; they are used again as soon as memory is given back.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "event/location.h"

namespace heddle {

// Of a longer access only the beginning is looked at.
inline constexpr std::uint32_t kLongestAccess = 4096;

class MemoryMap {
 public:
  // All locations of the table can be asked for from here on.
  void update(const LocationTable& locations);

  // Of the granule that the location names; 0: there is no address left.
  std::uint64_t operator[](LocationId location) const {
    return location < addresses_.size() ? addresses_[location] : 0;
  }
  // One more than the greatest id that can be asked for.
  std::size_t size() const { return addresses_.size(); }
  // The location that names that granule; kNoLocation: there is none.
  LocationId location_at(std::uint64_t granule_address) const {
    const auto named = named_.find(granule_address);
    return named == named_.end() ? kNoLocation : named->second;
  }

  // The named granules of the heap block that the location lies in.
  std::span<const std::uint64_t> block_around(LocationId location) const {
    const auto block = blocks_.find(object_of((*this)[location]));
    return block == blocks_.end() ? std::span<const std::uint64_t>{} : block->second;
  }

  // The object that an address lies in.
  static constexpr std::uint64_t object_of(std::uint64_t address) { return address >> kObjectBits; }

  // Where mapped memory lies that has no name: in their order in the program.
  static constexpr std::uint64_t kMappings = std::uint64_t{1} << 63;

 private:
  static constexpr unsigned kObjectBits = 40;
  static constexpr std::uint64_t kObjectSize = std::uint64_t{1} << kObjectBits;
  static constexpr std::uint64_t kMostObjects = (kMappings >> kObjectBits) - 1;

  std::uint64_t address_of(const Location& location);

  std::vector<std::uint64_t> addresses_;                                  // by LocationId
  std::unordered_map<std::uint64_t, std::uint64_t> bases_;                // by object key
  std::unordered_map<std::uint64_t, LocationId> named_;                   // by address
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> blocks_;  // by object
};

}  // namespace heddle
