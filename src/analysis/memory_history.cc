#include "analysis/memory_history.h"

#include <algorithm>

namespace heddle {

void AtomicHistory::prepare() {
  constexpr std::size_t kFewStores = 8, kFewThreads = 4;
  stores_.reserve(kFewStores);
  raises_.reserve(kFewStores);
  stale_loads_.reserve(kFewThreads);
}

void AtomicHistory::begin(std::uint64_t address, std::uint32_t size, const AtomicValue& value) {
  address_ = address;
  size_ = size;
  if (stores_.empty()) {
    stores_.emplace_back();
    order_.front() = 0;
  }
  count_ = 1;
  may_lack_places_ = false;
  AtomicStore& first = store(0);
  first.place = kGap;
  first.value = value;
  first.event = AtomicStore::kInitial;
  first.is_updated = false;
  first.view.clear();
  raises_.clear();
  floor_ = 0;
  stale_loads_.clear();
}

std::size_t AtomicHistory::insert_behind(std::size_t index) {
  const ModificationPlace before = store(index).place;
  const bool is_last = index + 1 == count_;
  const ModificationPlace place = is_last ? before + kGap : before + (store(index + 1).place - before) / 2;
  if (count_ == stores_.size()) {
    order_[count_] = static_cast<std::uint8_t>(count_);
    stores_.emplace_back();
  }
  const std::uint8_t fresh = order_[count_];
  for (std::size_t i = count_; i > index + 1; --i) order_[i] = order_[i - 1];
  order_[index + 1] = fresh;
  ++count_;
  AtomicStore& made = stores_[fresh];
  made.place = place;
  // Half of the gap is on either side.
  may_lack_places_ = may_lack_places_ || (!is_last && place - before <= 1);
  made.event = AtomicStore::kInitial;
  made.is_updated = false;
  made.view.clear();
  return index + 1;
}

void AtomicHistory::raise(Source source, Epoch epoch, ModificationPlace place) {
  if (place <= floor_) return;
  for (std::size_t i = raises_.size(); i-- > 0;) {
    Raise& last = raises_[i];
    if (last.source != source) continue;
    if (last.place >= place) return;
    if (last.epoch != epoch) break;
    last.place = place;
    return;
  }
  raises_.push_back({source, epoch, place});
}

ModificationPlace AtomicHistory::oldest_for(const MemoryView& view) const {
  ModificationPlace oldest = floor_;
  for (const Raise& raise : raises_)
    if (raise.place > oldest && view.of(raise.source) >= raise.epoch) oldest = raise.place;
  return oldest;
}

ModificationPlace AtomicHistory::oldest_in_order(const MemoryView& order) const {
  ModificationPlace oldest = oldest_for(order);
  for (const Raise& raise : raises_)
    if (raise.source == kSequentialOrder) oldest = std::max(oldest, raise.place);
  return oldest;
}

void AtomicHistory::drop_before(ModificationPlace place) {
  floor_ = std::max(floor_, place);
  std::erase_if(raises_, [this](const Raise& raise) { return raise.place <= floor_; });
  std::size_t dropped = 0;
  while (dropped + 1 < count_ && store(dropped).place < floor_) ++dropped;
  // Moved to the end, where they give their memory to new ones.
  std::rotate(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(dropped),
              order_.begin() + static_cast<std::ptrdiff_t>(count_));
  count_ -= dropped;
}

}  // namespace heddle
