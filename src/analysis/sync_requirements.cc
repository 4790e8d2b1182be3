#include "analysis/sync_requirements.h"

namespace heddle {

void SyncRequirements::count(const SyncPair& pair, int change) {
  uncovered_at_[pair.first] += static_cast<std::uint32_t>(change);
  if (pair.second != pair.first) uncovered_at_[pair.second] += static_cast<std::uint32_t>(change);
}

SyncRequirements::Requirement& SyncRequirements::find_or_add(const LockedPair& pair, bool estimated) {
  const auto [place, added] = places_.try_emplace(pair.pair.key(), all_.size());
  if (added) {
    all_.push_back({.what = pair, .estimated = estimated});
    count(pair.pair, 1);
  }
  return all_[place->second];
}

bool SyncRequirements::cover(const LockedPair& pair, std::uint64_t execution) {
  Requirement& requirement = find_or_add(pair, false);
  if (requirement.what.lock == kNoLocation) requirement.what.lock = pair.lock;
  if (requirement.covered) return false;
  requirement.covered = true;
  requirement.execution = execution;
  ++covered_;
  count(pair.pair, -1);
  return true;
}

void SyncRequirements::uncover(const SyncPair& pair) {
  const auto found = places_.find(pair.key());
  if (found == places_.end() || !all_[found->second].covered) return;
  all_[found->second].covered = false;
  --covered_;
  count(pair, 1);
}

}  // namespace heddle
