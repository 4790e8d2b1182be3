// Which stack frame a location lies in, as it changes on the way: a place in a stack belongs to one local
// variable after the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "event/ids.h"
#include "event/location.h"

namespace heddle {

// From this event on; see Location::frame_offset.
struct FrameName {
  std::uint64_t event = 0;
  LocationId location = kNoLocation;
  SiteId site = kNoSite;  // where the frame's function is
  std::int64_t offset = 0;
  std::uint64_t size = 0;  // of the frame
};

class FrameNames {
 public:
  explicit FrameNames(std::span<const FrameName> names) {
    for (const FrameName& name : names) names_[name.location].push_back(name);
  }

  // The location as it was known at an event. What was never named keeps what the search found.
  Location at(const Location& location, LocationId id, std::uint64_t event) const {
    const auto known = names_.find(id);
    if (known == names_.end()) return location;
    const std::vector<FrameName>& names = known->second;
    const auto after =
        std::upper_bound(names.begin(), names.end(), event,
                         [](std::uint64_t wanted, const FrameName& name) { return wanted < name.event; });
    const FrameName& name = after == names.begin() ? names.front() : *std::prev(after);
    Location result = location;
    result.allocation_site = name.site;
    result.frame_offset = name.offset;
    result.size = name.size;
    return result;
  }

 private:
  std::unordered_map<LocationId, std::vector<FrameName>> names_;  // in their order
};

}  // namespace heddle
