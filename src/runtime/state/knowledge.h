// What is learnt over the executions of a search: names of locations, and which of them are shared.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "event/location.h"

namespace heddle::runtime {

struct SharedOffset {
  std::uint64_t offset;
  LocationId location;
};

class Knowledge {
 public:
  LocationTable locations;

  bool is_shared(LocationId location) const { return location < shared_.size() && shared_[location]; }

  // True when this is news.
  bool mark_shared(LocationId location) {
    if (is_shared(location)) return false;
    if (location >= shared_.size()) shared_.resize(location + 64u);
    shared_[location] = true;
    const Location& name = locations[location];
    objects_[name.object_key()].push_back({name.offset, location});
    if (name.kind == ObjectKind::kGlobal) globals_.push_back(location);
    return true;
  }

  // The shared granules of an object, or null.
  const std::vector<SharedOffset>* shared_in(std::uint64_t object_key) const {
    const auto entry = objects_.find(object_key);
    return entry == objects_.end() ? nullptr : &entry->second;
  }
  const std::vector<LocationId>& shared_globals() const { return globals_; }

 private:
  std::vector<bool> shared_;
  std::unordered_map<std::uint64_t, std::vector<SharedOffset>> objects_;
  std::vector<LocationId> globals_;
};

}  // namespace heddle::runtime
