#include "runtime/engine/atomic_histories.h"

namespace heddle::runtime {

void AtomicHistories::prepare() {
  constexpr std::size_t kFewVariables = 8;
  index_.prepare();
  known_.resize(kFewVariables);
  for (Known& each : known_) each.history.prepare();
}

void AtomicHistories::begin() {
  index_.begin();
  count_ = 0;
  met_mixed_sizes_ = false;
}

AtomicHistories::Known& AtomicHistories::make(std::uint64_t block, std::uint32_t first) {
  if (count_ == known_.size()) known_.emplace_back();
  const auto place = static_cast<std::uint32_t>(count_++);
  Known& made = known_[place];
  made.is_overwritten = made.is_gone = false;
  made.next = kNone;
  if (first == kNone) {
    index_.insert(block, place);
  } else {
    made.next = known_[first].next;
    known_[first].next = place;
  }
  return made;
}

// A variable lies in one block: it is aligned. What is not is found by its first byte only.
AtomicHistory& AtomicHistories::look_for(const AtomicPlace& place) {
  const std::uint64_t block = place.address >> kBlockBits;
  const std::uint32_t first = index_.find(block);
  std::uint32_t& recent = recent_[slot_of(place.address)];
  Known* found = nullptr;
  Known* gone = nullptr;
  bool is_mixed = false;
  for (std::uint32_t i = first; i != kNone; i = known_[i].next) {
    Known& each = known_[i];
    if (each.is_gone) gone = &each;
    if (!meets(each, place.address, place.size)) continue;
    if (each.history.address() == place.address && each.history.size() == place.size)
      found = &each;
    else
      is_mixed = true;
  }
  if (found != nullptr) {
    recent = static_cast<std::uint32_t>(found - known_.data());
    if (!is_mixed && is_as_it_was(*found, place)) return found->history;
  }

  // What is known of it is known to whoever sees what is there now.
  MemoryView view;
  met_mixed_sizes_ = met_mixed_sizes_ || is_mixed;
  for (std::uint32_t i = first; i != kNone; i = known_[i].next) {
    Known& each = known_[i];
    if (!meets(each, place.address, place.size)) continue;
    if (!each.is_overwritten) view.join(each.history.newest().view);
    if (&each != found) each.is_gone = true;
  }
  if (found == nullptr) found = gone;
  if (found == nullptr) found = &make(block, first);
  recent = static_cast<std::uint32_t>(found - known_.data());
  found->is_overwritten = found->is_gone = false;
  found->history.begin(place.address, place.size, place.current);
  found->history.newest().view.join(view);
  return found->history;
}

template <typename Visit>
void AtomicHistories::for_each_in(std::uint64_t address, std::uint64_t size, const Visit& visit) {
  if (size == 0 || count_ == 0) return;
  const std::uint64_t first = address >> kBlockBits, last = (address + size - 1) >> kBlockBits;
  if (last - first > count_) {
    for (std::size_t i = 0; i < count_; ++i)
      if (meets(known_[i], address, size)) visit(known_[i]);
    return;
  }
  for (std::uint64_t block = first; block <= last; ++block)
    for (std::uint32_t i = index_.find(block); i != kNone; i = known_[i].next)
      if (meets(known_[i], address, size)) visit(known_[i]);
}

void AtomicHistories::overwrite(std::uint64_t address, std::uint64_t size) {
  for_each_in(address, size, [](Known& known) { known.is_overwritten = true; });
}

void AtomicHistories::forget(std::uint64_t address, std::uint64_t size) {
  for_each_in(address, size, [](Known& known) { known.is_gone = true; });
}

void AtomicHistories::forget_older_stores() {
  for (std::size_t i = 0; i < count_; ++i)
    if (!known_[i].is_gone) known_[i].history.drop_before(known_[i].history.newest().place);
}

}  // namespace heddle::runtime
