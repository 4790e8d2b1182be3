// The histories of all atomic variables of an execution, by address.
#pragma once

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

  // Made where it is not known. Where memory holds something else than the last store of an atomic operation,
  // it was written by other means, and all see that. So they do where it was used in another size.
  AtomicHistory& at(const AtomicPlace& place);
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
  Known& make(std::uint64_t block, std::uint32_t first);
  template <typename Visit>
  void for_each_in(std::uint64_t address, std::uint64_t size, const Visit& visit);

  StampedIndex index_;        // from blocks of memory to the first one in it
  std::vector<Known> known_;  // of which the first count_ are in use
  std::size_t count_ = 0;
  bool met_mixed_sizes_ = false;
};

}  // namespace heddle::runtime
