#include "analysis/recent_access_pairs.h"

#include <algorithm>

#include "event/hash.h"

namespace heddle {

namespace {

std::uint64_t hash_of(ThreadId lower, ThreadId higher) {
  return mix((std::uint64_t{lower} << 16) | higher);
}

}  // namespace

std::uint32_t RecentAccessPairs::Direction::known_until(const AccessPair& pair) const {
  for (std::size_t i = 0; i < count; ++i)
    if (pairs[i].is_same_as(pair))
      return pairs[i].first_index == pair.first_index ? pairs[i].second_index : 0;
  return 0;
}

std::uint32_t RecentAccessPairs::Direction::add(const AccessPair& pair) {
  newest = pair.second_index;
  std::size_t oldest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (pairs[i].is_same_as(pair)) {
      const std::uint32_t known_until = pairs[i].first_index == pair.first_index ? pairs[i].second_index : 0;
      pairs[i] = pair;
      return known_until;
    }
    if (pairs[i].second_index < pairs[oldest].second_index) oldest = i;
  }
  pairs[count < kKept ? count++ : oldest] = pair;
  return 0;
}

const RecentAccessPairs::Meeting* RecentAccessPairs::find_meeting(ThreadId one, ThreadId other) const {
  const auto [lower, higher] = std::minmax(one, other);
  const std::uint32_t known = index_.find(hash_of(lower, higher), [&](std::uint32_t each) {
    return meetings_[each].lower == lower && meetings_[each].higher == higher;
  });
  return known == DenseIndex::kAbsent ? nullptr : &meetings_[known];
}

RecentAccessPairs::Meeting& RecentAccessPairs::meeting_of(ThreadId one, ThreadId other) {
  if (const Meeting* const known = find_meeting(one, other))
    return meetings_[static_cast<std::size_t>(known - meetings_.data())];
  const auto [lower, higher] = std::minmax(one, other);
  Meeting meeting;
  meeting.lower = lower;
  meeting.higher = higher;
  append_sparingly(meetings_, meeting);
  index_.append([&](std::uint32_t each) { return hash_of(meetings_[each].lower, meetings_[each].higher); });
  return meetings_.back();
}

}  // namespace heddle
