#include "detect/access_records.h"

#include <algorithm>

namespace heddle {

namespace {

constexpr std::size_t kFirstGranules = 1024;
constexpr std::size_t kPiece = 16;  // places among the far records are multiples of it

}  // namespace

void AccessRecords::begin() {
  count_ = 0;
  filter_.clear();
  full_ = false;
  far_used_ = 0;
  for (std::vector<std::uint32_t>& places : free_) places.clear();
  if (++stamp_ != 0) return;
  for (Granule& granule : granules_) granule.stamp = 0;
  stamp_ = 1;
}

std::span<const AccessRecord> AccessRecords::of(std::uint64_t granule) {
  if (granules_.empty()) return {};
  Granule& place = granules_[place_of(granule)];
  return place.stamp == stamp_ ? records_of(place) : std::span<AccessRecord>{};
}

void AccessRecords::forget(std::uint64_t first, std::uint64_t end) {
  if (!filter_.may_lie_in(first << kGranuleBits, (end - first) << kGranuleBits)) return;
  if (end - first > granules_.size()) {
    for (Granule& granule : granules_)
      if (granule.stamp == stamp_ && granule.number >= first && granule.number < end) set_count(granule, 0);
    return;
  }
  for (std::uint64_t number = first; number < end; ++number) {
    Granule& granule = granules_[place_of(number)];
    if (granule.stamp == stamp_) set_count(granule, 0);
  }
}

AccessRecords::Granule* AccessRecords::make(std::uint64_t number) {
  if (count_ == most_granules_) {
    full_ = true;
    return nullptr;
  }
  if (count_ * 3 >= granules_.size() * 2) grow();
  Granule& granule = granules_[place_of(number)];
  granule.number = number;
  granule.stamp = stamp_;
  granule.near_count = 0;
  granule.room = 0;
  ++count_;
  filter_.add(number << kGranuleBits);
  return &granule;
}

void AccessRecords::grow() {
  std::vector<Granule> before(granules_.empty() ? kFirstGranules : 2 * granules_.size());
  before.swap(granules_);
  for (const Granule& granule : before)
    if (granule.stamp == stamp_) granules_[place_of(granule.number)] = granule;
}

std::span<AccessRecord> AccessRecords::far_records_of(Granule& granule) {
  return {far_.data() + granule.far, far_counts_[granule.far / kPiece]};
}

void AccessRecords::set_count(Granule& granule, std::size_t count) {
  if (granule.room == 0)
    granule.near_count = static_cast<std::uint8_t>(count);
  else
    far_counts_[granule.far / kPiece] = static_cast<std::uint16_t>(count);
}

bool AccessRecords::take_room(std::size_t size_class, std::uint32_t& place) {
  if (size_class >= kClasses) return false;
  if (!free_[size_class].empty()) {
    place = free_[size_class].back();
    free_[size_class].pop_back();
    return true;
  }
  const std::size_t room = room_of(size_class);
  if (far_used_ + room > most_far_records_) return false;
  place = static_cast<std::uint32_t>(far_used_);
  far_used_ += room;
  if (far_used_ > far_.size()) {
    far_.resize(std::min(std::max(far_used_, 2 * far_.size()), std::max(far_used_, most_far_records_)));
    far_counts_.resize(far_.size() / kPiece + 1);
  }
  return true;
}

void AccessRecords::add_far(Granule& granule, std::size_t count, const AccessRecord& record) {
  if (granule.room != 0 && count < kNear) {
    // The crowd has gone, as after a write that all readers come before.
    std::copy_n(far_.begin() + granule.far, count, granule.near.begin());
    free_[granule.room - 1u].push_back(granule.far);
    granule.room = 0;
    return add(granule, count, record);
  }
  const std::size_t room = granule.room == 0 ? kNear : room_of(granule.room - 1u);
  if (count == room) {
    std::uint32_t place = 0;
    if (!take_room(granule.room, place)) {
      // An old one gives way: a race may be missed, none is made up.
      set_count(granule, count);
      records_of(granule)[record.event % count] = record;
      full_ = true;
      return;
    }
    set_count(granule, count);
    const std::span<const AccessRecord> before = records_of(granule);
    std::copy(before.begin(), before.end(), far_.begin() + place);
    if (granule.room != 0) free_[granule.room - 1u].push_back(granule.far);
    granule.far = place;
    ++granule.room;
  }
  set_count(granule, count + 1);
  records_of(granule)[count] = record;
}

// The records from `next` on stay, those between `kept` and `next` have gone.
void AccessRecords::close_gap(Granule& granule, std::span<AccessRecord> records, std::size_t kept,
                              std::size_t next) {
  for (; next < records.size(); ++next) records[kept++] = records[next];
  set_count(granule, kept);
}

}  // namespace heddle
