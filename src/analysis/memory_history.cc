#include "analysis/memory_history.h"

#include <algorithm>

namespace heddle {

void AtomicHistory::begin(std::uint64_t address, std::uint32_t size, const AtomicValue& value) {
  address_ = address;
  size_ = size;
  if (stores_.empty()) stores_.emplace_back();
  AtomicStore& first = stores_.front();
  first.place = kGap;
  first.value = value;
  first.event = AtomicStore::kInitial;
  first.is_updated = false;
  first.view.clear();
  count_ = 1;
  raises_.clear();
  floor_ = 0;
  stale_loads_.clear();
}

std::size_t AtomicHistory::insert_behind(std::size_t index) {
  const ModificationPlace before = stores_[index].place;
  const ModificationPlace place =
      index + 1 == count_ ? before + kGap : before + (stores_[index + 1].place - before) / 2;
  if (count_ == stores_.size()) stores_.emplace_back();
  const auto first = stores_.begin();
  const auto at = static_cast<std::ptrdiff_t>(index) + 1;
  const auto end = static_cast<std::ptrdiff_t>(count_);
  std::rotate(first + at, first + end, first + end + 1);
  ++count_;
  AtomicStore& made = stores_[index + 1];
  made.place = place;
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
  while (dropped + 1 < count_ && stores_[dropped].place < floor_) ++dropped;
  // Moved to the end, where they give their memory to new ones.
  std::rotate(stores_.begin(), stores_.begin() + static_cast<std::ptrdiff_t>(dropped),
              stores_.begin() + static_cast<std::ptrdiff_t>(count_));
  count_ -= dropped;
}

}  // namespace heddle
