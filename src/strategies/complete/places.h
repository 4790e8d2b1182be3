// What operations are on: variables and synchronisation objects, as small numbers that mean the same in every
// execution of a search. Accesses of different sizes that overlap are to one variable: where a read lies in
// the order of all writes to any part of it says what it reads, under sequential consistency. So is a heap
// block from a place whose blocks are freed while several threads use them: to free it is to write to it.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "event/location.h"
#include "event/operation.h"
#include "strategies/complete/graph.h"

namespace heddle::complete {

// The bytes of an access: of which object, from where to where.
struct Bytes {
  std::uint64_t object = 0;
  std::int32_t start = 0;
  std::uint32_t size = 0;
  SiteId site = kNoSite;  // of a heap block: where it was allocated
};

class Places {
 public:
  // What an access touches, where that was learnt.
  const Place* find(const heddle::Event& access) const;
  static Bytes bytes(const heddle::Event& access, const LocationTable& locations);
  // False: places that were known have become one, and everything begins anew.
  bool learn(const heddle::Event& access, const Bytes& bytes);
  // Accesses to it are not all to the same bytes.
  bool is_mixed(Place variable) const { return mixed_.contains(variable); }
  // kNowhere: it has no name.
  Place object(LocationId location);
  // kNowhere: it was not used yet.
  Place known_object(LocationId location) const {
    const auto known = objects_.find(location);
    return known == objects_.end() ? kNowhere : known->second;
  }

  // saved.cc
  void save(heddle::Writer& writer) const;
  void load(heddle::Reader& reader);

 private:
  struct Range {
    std::int64_t end = 0;
    Place place = kNowhere;
  };
  using Ranges = std::map<std::int64_t, Range>;  // by their start

  std::unordered_map<std::uint64_t, Ranges> variables_;  // by the object that they lie in
  std::unordered_map<std::uint64_t, Place> known_;       // by location and bytes
  std::unordered_set<Place> mixed_;
  std::unordered_set<SiteId> freed_;  // where blocks were allocated that were freed
  std::unordered_map<LocationId, Place> objects_;
  Place next_ = 0;
};

}  // namespace heddle::complete
