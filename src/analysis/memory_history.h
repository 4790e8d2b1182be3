// The stores to one atomic variable, in modification order, and who has to know which of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "analysis/memory_view.h"
#include "event/ids.h"

namespace heddle {

// Where a store stands in the modification order of its variable. Places are compared, never counted, so
// there is room between any two.
using ModificationPlace = std::uint64_t;

// Up to sixteen bytes.
struct AtomicValue {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  friend bool operator==(const AtomicValue&, const AtomicValue&) = default;
};

struct AtomicStore {
  // What was there before: no event.
  static constexpr std::uint32_t kInitial = ~std::uint32_t{0};

  ModificationPlace place = 0;
  AtomicValue value;
  std::uint32_t event = kInitial;
  bool is_updated = false;  // a read-modify-write has read it: nothing comes between the two (note_update)
  MemoryView view;          // what an acquire load of it learns
};

class AtomicHistory {
 public:
  // So many stores are kept at most: before there are more, prune() is due. The oldest ones can no longer be
  // seen then.
  static constexpr std::size_t kMost = 32;

  // Makes what most variables need, so that executions need not.
  void prepare();
  // As if nothing had ever been stored but this value, by a past that `view` knows.
  void begin(std::uint64_t address, std::uint32_t size, const AtomicValue& value);

  std::uint64_t address() const { return address_; }
  std::uint32_t size() const { return size_; }

  std::size_t count() const { return count_; }
  std::size_t count_of_raises() const { return raises_.size(); }
  const AtomicStore& store(std::size_t index) const { return stores_[order_[index]]; }
  AtomicStore& store(std::size_t index) { return stores_[order_[index]]; }
  const AtomicStore& newest() const { return store(count_ - 1); }
  AtomicStore& newest() { return store(count_ - 1); }

  // There is a place behind that store, before the next one.
  bool has_room_behind(std::size_t index) const {
    return index + 1 == count_ || store(index + 1).place - store(index).place > 1;
  }
  // Some store may have none, or an update that has read it.
  bool may_lack_places() const { return may_lack_places_; }
  void note_update(std::size_t index) {
    store(index).is_updated = true;
    may_lack_places_ = true;
  }
  // Makes a store right behind that one, and returns its index. Its view is empty. There are fewer than
  // kMost.
  std::size_t insert_behind(std::size_t index);

  // Whatever knows the source up to this epoch must not see anything older than that place.
  void raise(Source source, Epoch epoch, ModificationPlace place);
  // The oldest place that may still be seen by whatever knows so much.
  ModificationPlace oldest_for(const MemoryView& view) const;
  // By a seq_cst operation, given what the last seq_cst fences knew.
  ModificationPlace oldest_in_order(const MemoryView& order) const;
  // All threads see this one or newer ones from here on.
  void drop_before(ModificationPlace place);
  // The same for whatever all of `views` know. Makes room: at most half of kMost stores are left.
  template <typename ForEachView>
  void prune(const ForEachView& for_each_view);

  // How often in a row a thread did not see the newest store, or failed for no reason.
  std::uint32_t stale_loads_of(ThreadId thread) const {
    return thread < stale_loads_.size() ? stale_loads_[thread] : 0;
  }
  void count_stale_load(ThreadId thread) {
    if (thread >= stale_loads_.size()) stale_loads_.resize(thread + std::size_t{1});
    ++stale_loads_[thread];
  }
  void saw_newest(ThreadId thread) {
    if (thread < stale_loads_.size()) stale_loads_[thread] = 0;
  }

 private:
  static constexpr ModificationPlace kGap = ModificationPlace{1} << 32;

  struct Raise {
    Source source;
    Epoch epoch;
    ModificationPlace place;
  };

  std::uint64_t address_ = 0;
  std::uint32_t size_ = 0;
  std::vector<AtomicStore> stores_;
  // The first count_ are places in stores_, in modification order; as many as stores_ has are different ones.
  std::array<std::uint8_t, kMost> order_{};
  std::size_t count_ = 0;
  bool may_lack_places_ = false;
  std::vector<Raise> raises_;  // of each source in its order
  ModificationPlace floor_ = 0;
  std::vector<std::uint32_t> stale_loads_;  // by ThreadId
};

template <typename ForEachView>
void AtomicHistory::prune(const ForEachView& for_each_view) {
  ModificationPlace common = floor_;
  for (const Raise& raise : raises_) {
    bool is_known = raise.place > common;
    if (is_known)
      for_each_view(
          [&](const MemoryView& view) { is_known = is_known && view.of(raise.source) >= raise.epoch; });
    if (is_known) common = raise.place;
  }
  drop_before(common);
  if (count_ > kMost / 2) drop_before(store(count_ - kMost / 2).place);
}

}  // namespace heddle
