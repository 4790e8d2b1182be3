// What operations are on: variables and synchronisation objects, as small numbers that mean the same in every
// execution of a search. Accesses of different sizes that overlap are to one variable of which nobody knows
// what is read: each of them conflicts with each.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>

#include "event/location.h"
#include "event/operation.h"
#include "strategies/complete/graph.h"

namespace heddle::complete {

// The bytes of an access: of which object, from where to where.
struct Bytes {
  std::uint64_t object = 0;
  std::int32_t start = 0;
  std::uint32_t size = 0;
};

class Places {
 public:
  struct Found {
    Place place = kNowhere;
    bool is_mixed = false;
  };

  // What an access touches, where that was learnt.
  const Found* find(const heddle::Event& access) const;
  static Bytes bytes(const heddle::Event& access, const LocationTable& locations);
  // False: places that were known have become one, and everything begins anew.
  bool learn(const heddle::Event& access, const Bytes& bytes);
  // kNowhere: it has no name.
  Place object(LocationId location);
  // kNowhere: it was not used yet.
  Place known_object(LocationId location) const {
    const auto known = objects_.find(location);
    return known == objects_.end() ? kNowhere : known->second;
  }

 private:
  struct Range {
    std::int64_t end = 0;
    Found what;
  };
  using Ranges = std::map<std::int64_t, Range>;  // by their start

  std::unordered_map<std::uint64_t, Ranges> variables_;  // by the object that they lie in
  std::unordered_map<std::uint64_t, Found> known_;       // by location and bytes
  std::unordered_map<LocationId, Place> objects_;
  Place next_ = 0;
};

}  // namespace heddle::complete
