// Prefixes of schedules that share their common parts, for as long as they have an owner.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "event/ids.h"
#include "strategies/prefix_search.h"

namespace heddle {

class PathPool {
 public:
  using Path = std::uint32_t;
  static constexpr Path kEmpty = 0;  // needs no holding

  // A new path has one owner.
  Path extend(Path path, ThreadId thread) {
    hold(path);
    Path made = static_cast<Path>(steps_.size());
    if (free_ != kEmpty) {
      made = free_;
      free_ = steps_[made].before;
    } else {
      steps_.emplace_back();
    }
    steps_[made] = {path, 1, thread};
    return made;
  }
  void hold(Path path) { ++steps_[path].holders; }
  void release(Path path) {
    while (path != kEmpty && --steps_[path].holders == 0) {
      const Path before = steps_[path].before;
      steps_[path].before = free_;
      free_ = path;
      path = before;
    }
  }

  Prefix prefix(Path path) const {
    Prefix prefix;
    for (; path != kEmpty; path = steps_[path].before) prefix.push_back(steps_[path].thread);
    std::reverse(prefix.begin(), prefix.end());
    return prefix;
  }
  void clear() {
    steps_.resize(1);
    free_ = kEmpty;
  }

 private:
  struct Step {
    Path before = kEmpty;  // of one that is free: the next free one
    std::uint32_t holders = 0;
    ThreadId thread = kNoThread;
  };
  std::vector<Step> steps_ = std::vector<Step>(1);
  Path free_ = kEmpty;
};

}  // namespace heddle
