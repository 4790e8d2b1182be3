// What is learnt over the executions of a search: names of locations, and which of them are shared.
#pragma once

#include <array>
#include <cstddef>
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
  bool has_weak_orders = false;  // the program has atomic operations weaker than seq_cst

  bool is_shared(LocationId location) const { return location < shared_.size() && shared_[location]; }

  // True when this is news.
  bool mark_shared(LocationId location) {
    if (is_shared(location)) return false;
    if (location >= shared_.size()) shared_.resize(location + 64u);
    shared_[location] = true;
    ++shared_count_;
    const Location& name = locations[location];
    objects_[name.object_key()].push_back({name.offset, location});
    if (name.kind == ObjectKind::kGlobal) globals_.push_back(location);
    const bool is_threads = name.kind == ObjectKind::kStack || name.kind == ObjectKind::kThreadLocal;
    shares_memory_of_threads_ = shares_memory_of_threads_ || is_threads;
    return true;
  }

  std::size_t shared_count() const { return shared_count_; }

  // Stacks and thread-local storage: hardly any program does.
  bool shares_memory_of_threads() const { return shares_memory_of_threads_; }

  // Globals lie at one address as long as their module is loaded: which location a granule is.
  LocationId global_at(std::uint64_t granule) const {
    const KnownGlobal& known = known_globals_[slot_of(granule)];
    return known.granule == granule ? known.location : kNoLocation;
  }
  void note_global(std::uint64_t granule, LocationId location) {
    known_globals_[slot_of(granule)] = {granule, location};
  }
  void forget_globals() { known_globals_.fill({}); }
  // As if nothing had been executed.
  void forget() { *this = Knowledge(); }

  // The shared granules of an object, or null.
  const std::vector<SharedOffset>* shared_in(std::uint64_t object_key) const {
    const auto entry = objects_.find(object_key);
    return entry == objects_.end() ? nullptr : &entry->second;
  }
  const std::vector<LocationId>& shared_globals() const { return globals_; }

 private:
  std::vector<bool> shared_;
  std::size_t shared_count_ = 0;
  std::unordered_map<std::uint64_t, std::vector<SharedOffset>> objects_;
  std::vector<LocationId> globals_;
  bool shares_memory_of_threads_ = false;

  struct KnownGlobal {
    std::uint64_t granule = 0;
    LocationId location = kNoLocation;
  };
  static constexpr std::size_t kKnownGlobals =
      512;  // few pages: a forked child copies those that it writes to
  static std::size_t slot_of(std::uint64_t granule) { return (granule >> kGranuleBits) % kKnownGlobals; }
  std::array<KnownGlobal, kKnownGlobals> known_globals_{};
};

}  // namespace heddle::runtime
