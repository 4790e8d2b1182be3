#include "analysis/iroot_candidates.h"

namespace heddle {

IRootCandidates::Candidate& IRootCandidates::find_or_add(const IRoot& root, bool predicted) {
  const auto [place, added] = places_.try_emplace(root.key(), all_.size());
  if (added) all_.push_back({.root = root, .predicted = predicted});
  return all_[place->second];
}

bool IRootCandidates::predict(const IRoot& root) {
  const std::size_t known = all_.size();
  find_or_add(root, true);
  return all_.size() != known;
}

bool IRootCandidates::expose(const IRoot& root, std::uint64_t execution) {
  Candidate& candidate = find_or_add(root, false);
  if (candidate.exposed) return false;
  candidate.exposed = true;
  candidate.execution = execution;
  ++exposed_;
  return true;
}

std::size_t IRootCandidates::fewest_tried(std::uint32_t most_failures) const {
  std::size_t best = kNone;
  std::uint32_t least = most_failures;
  for (std::size_t i = 0; i < all_.size() && least != 0; ++i) {
    if (all_[i].exposed || all_[i].failures >= least) continue;
    best = i;
    least = all_[i].failures;
  }
  return best;
}

}  // namespace heddle
