#include "strategies/complete/places.h"

#include <algorithm>

#include "event/access_detail.h"

namespace heddle::complete {

Place Places::object(LocationId location) {
  if (location == kNoLocation) return kNowhere;
  const auto [entry, added] = objects_.try_emplace(location, next_);
  if (added) ++next_;
  return entry->second;
}

namespace {

std::uint64_t key_of(const heddle::Event& access) {
  const std::uint64_t bytes = is_plain_access(access.kind) ? access.detail : access.detail >> 4 & 3;
  return (access.location | bytes << 32) ^ std::uint64_t{access.size} << 56;
}

}  // namespace

const Place* Places::find(const heddle::Event& access) const {
  const auto known = known_.find(key_of(access));
  return known == known_.end() ? nullptr : &known->second;
}

Bytes Places::bytes(const heddle::Event& access, const LocationTable& locations) {
  if (access.location > locations.size())  // a test has no names
    return {access.location, static_cast<std::int32_t>(bytes_of(access).first), bytes_of(access).size};
  const Location& location = locations[access.location];
  // Offsets in a stack are counted down from its start.
  const auto offset = static_cast<std::int32_t>(location.offset);
  const std::int32_t granule = location.kind == ObjectKind::kStack ? -offset : offset;
  const auto start = static_cast<std::int32_t>(start_of(access));
  const auto end = static_cast<std::int32_t>(bytes_of(access).first + bytes_of(access).size);
  const SiteId site = location.kind == ObjectKind::kHeap ? location.allocation_site : kNoSite;
  return {location.object_key(), granule + start, static_cast<std::uint32_t>(std::max(end - start, 1)), site};
}

bool Places::learn(const heddle::Event& access, const Bytes& bytes) {
  if (access.kind == OperationKind::kFree && bytes.site != kNoSite && freed_.insert(bytes.site).second) {
    variables_.clear();
    known_.clear();
    return false;
  }
  const bool is_whole = bytes.site != kNoSite && freed_.contains(bytes.site);
  const std::int64_t start = is_whole ? 0 : bytes.start;
  const std::int64_t end = is_whole ? 1 : start + std::max(bytes.size, 1u);
  const std::uint64_t key = key_of(access);
  Ranges& ranges = variables_[bytes.object];
  auto first = ranges.upper_bound(start);
  if (first != ranges.begin() && std::prev(first)->second.end > start) --first;
  const auto last = ranges.lower_bound(end);
  if (first == last) {
    ranges.emplace(start, Range{end, next_});
    known_.emplace(key, next_++);
    return true;
  }
  const bool is_one = std::next(first) == last;
  if (is_one && first->first <= start && first->second.end >= end) {
    if (first->first != start || first->second.end != end) mixed_.insert(first->second.place);
    known_.emplace(key, first->second.place);
    return true;
  }
  Range merged{end, next_++};
  mixed_.insert(merged.place);
  std::int64_t begin = start;
  for (auto each = first; each != last; ++each) {
    begin = std::min(begin, each->first);
    merged.end = std::max(merged.end, each->second.end);
  }
  ranges.erase(first, last);
  ranges.emplace(begin, merged);
  known_.clear();
  return false;
}

}  // namespace heddle::complete
