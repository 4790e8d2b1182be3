// Which code belongs to the same line of source, for strategies that take lines for places.
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "event/ids.h"

namespace heddle {

// Code from `begin` on, up to the next of them.
struct SiteLine {
  SiteId begin = kNoSite;
  SiteId line = kNoSite;  // stands for the line; kNoSite: nothing is known of this code

  friend bool operator==(const SiteLine&, const SiteLine&) = default;
};

// By `begin`. A site is a return address, and the call that it belongs to ends before it. What has no line is
// a place of its own.
inline SiteId line_of(const std::vector<SiteLine>& lines, SiteId site) {
  const auto next = std::ranges::lower_bound(lines, site, {}, &SiteLine::begin);
  if (next == lines.begin()) return site;
  const SiteId line = std::prev(next)->line;
  return line != kNoSite ? line : site;
}

}  // namespace heddle
