#include "strategies/mcr/variables.h"

#include <algorithm>

#include "event/hash.h"

namespace heddle::causality {

void Variables::note(std::uint64_t object, std::uint64_t offset, std::uint64_t size, bool whole) {
  std::map<std::uint64_t, Stretch>& stretches = stretches_[object];
  std::uint64_t start = offset, end = offset + size;
  const auto after = stretches.upper_bound(start);
  if (after != stretches.begin()) {
    const auto& [known_start, known] = *std::prev(after);
    const bool is_same = known_start == start && known.end == end && whole;
    if (is_same || (known.is_mixed && end <= known.end)) return;
  }
  Stretch merged;
  merged.is_mixed = !whole;
  auto each = stretches.lower_bound(start);
  if (each != stretches.begin() && std::prev(each)->second.end > start) --each;
  bool was_looked_up = false;
  while (each != stretches.end() && each->first < end) {
    merged.is_mixed = merged.is_mixed || each->first != offset || each->second.end != offset + size ||
                      each->second.is_mixed;
    was_looked_up = was_looked_up || each->second.variable != 0;
    start = std::min(start, each->first);
    end = std::max(end, each->second.end);
    each = stretches.erase(each);
  }
  if (was_looked_up) ++changes_;
  merged.end = end;
  stretches[start] = merged;
}

Variables::Found Variables::find(std::uint64_t object, std::uint64_t offset) {
  std::map<std::uint64_t, Stretch>& stretches = stretches_[object];
  auto each = stretches.upper_bound(offset);
  if (each == stretches.begin()) return {};
  --each;
  if (each->second.variable == 0) each->second.variable = ++last_;
  return {each->second.variable, each->second.is_mixed};
}

std::uint32_t Variables::object(std::uint64_t object, std::uint64_t offset) {
  std::uint32_t& number = objects_[combine(object, offset)];
  if (number == 0) number = ++last_;
  return number;
}

}  // namespace heddle::causality
