// What is required of synchronization pairs, and what of it is covered: `covered` and `uncovered` of the TSA
// paper's Algorithm 1.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/sync_pairs.h"

namespace heddle {

class SyncRequirements {
 public:
  struct Requirement {
    LockedPair what;
    bool estimated = true;  // false: a search came across it (a false negative of the estimate)
    bool covered = false;
    std::uint64_t execution = 0;  // that covered it first
  };

  void require(const LockedPair& pair) { find_or_add(pair, true); }
  // Whether it was not covered before. One that nobody estimated is added.
  bool cover(const LockedPair& pair, std::uint64_t execution);
  // As if it had not been covered.
  void uncover(const SyncPair& pair);

  bool is_uncovered(const SyncPair& pair) const {
    const auto found = places_.find(pair.key());
    return found != places_.end() && !all_[found->second].covered;
  }
  // num_cov_req: how many uncovered pairs the site is in.
  std::uint32_t uncovered_at(SiteId site) const {
    const auto found = uncovered_at_.find(site);
    return found == uncovered_at_.end() ? 0 : found->second;
  }

  std::span<const Requirement> all() const { return all_; }
  std::size_t covered() const { return covered_; }

 private:
  Requirement& find_or_add(const LockedPair& pair, bool estimated);
  void count(const SyncPair& pair, int change);

  std::vector<Requirement> all_;
  std::unordered_map<std::uint64_t, std::size_t> places_;  // by SyncPair::key()
  std::unordered_map<SiteId, std::uint32_t> uncovered_at_;
  std::size_t covered_ = 0;
};

}  // namespace heddle
