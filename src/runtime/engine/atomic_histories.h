// The histories of all atomic variables of an execution, by address.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/memory_history.h"
#include "detect/stamped_index.h"

namespace heddle::runtime {

// An atomic operation is about to happen there.
struct AtomicPlace {
  std::uint64_t address = 0;
  std::uint32_t size = 0;
  AtomicValue current;  // what memory holds: the newest store
};

class AtomicHistories {
 public:
  void begin();

  // Makes what small programs need, so that executions need not.
  void prepare();
  // Made where it is not known. Where memory holds something else than the last store of an atomic operation,
  // it was written by other means, and all see that. So they do where it was used in another size.
  AtomicHistory& at(const AtomicPlace& place) {
    const std::uint32_t recent = recent_[slot_of(place.address)];
    if (recent < count_ && is_as_it_was(known_[recent], place)) [[likely]]
      return known_[recent].history;
    return look_for(place);
  }
  // Something that is no atomic operation is about to write there.
  void overwrite(std::uint64_t address, std::uint64_t size);
  // Another life of the memory begins.
  void forget(std::uint64_t address, std::uint64_t size);
  // All threads see the newest stores only.
  void forget_older_stores();

  // Operations of different sizes met: these see the newest store.
  bool met_mixed_sizes() const { return met_mixed_sizes_; }

 private:
  static constexpr unsigned kBlockBits = 4;
  static constexpr std::size_t kRecent = 32;
  static constexpr std::uint32_t kNone = StampedIndex::kNone;

  struct Known {
    AtomicHistory history;
    std::uint32_t next = kNone;  // of the same block
    bool is_overwritten = false;
    bool is_gone = false;
  };

  static bool meets(const Known& known, std::uint64_t address, std::uint64_t size) {
    const AtomicHistory& history = known.history;
    return !known.is_gone && history.address() < address + size &&
           address < history.address() + history.size();
  }
  // Of those that are not gone, no two meet.
  static bool is_as_it_was(const Known& known, const AtomicPlace& place) {
    const AtomicHistory& history = known.history;
    return history.address() == place.address && history.size() == place.size && !known.is_gone &&
           !known.is_overwritten && history.newest().value == place.current;
  }
  static std::size_t slot_of(std::uint64_t address) { return (address >> 2 ^ address >> 8) % kRecent; }
  AtomicHistory& look_for(const AtomicPlace& place);
  Known& make(std::uint64_t block, std::uint32_t first);
  template <typename Visit>
  void for_each_in(std::uint64_t address, std::uint64_t size, const Visit& visit);

  StampedIndex index_;        // from blocks of memory to the first one in it
  std::vector<Known> known_;  // of which the first count_ are in use
  std::size_t count_ = 0;
  // Where the variables that were used last are known; perhaps in another execution, where others were.
  std::array<std::uint32_t, kRecent> recent_{};
  bool met_mixed_sizes_ = false;
};

}  // namespace heddle::runtime
