#include "classes/atomicity_coverage.h"

#include <algorithm>

namespace heddle::classes {

bool is_unserializable(AccessType first, AccessType between, AccessType second) {
  if (between == AccessType::kRead) return first == AccessType::kWrite && second == AccessType::kWrite;
  return first == AccessType::kRead || second == AccessType::kRead;
}

std::set<AtomicityRequirement> atomicity_requirements(const Method& interrupted, const Method& other) {
  std::set<AtomicityRequirement> all;
  const std::vector<FieldAccess>& mine = interrupted.accesses;
  for (std::size_t first = 0; first < mine.size(); ++first)
    for (std::size_t second = first + 1; second < mine.size(); ++second) {
      if (mine[first].field != mine[second].field) continue;
      for (const FieldAccess& between : other.accesses)
        if (between.field == mine[first].field &&
            is_unserializable(mine[first].type, between.type, mine[second].type))
          all.emplace(between.field, mine[first].line, between.line, mine[second].line);
    }
  return all;
}

AtomicityCoverage::AtomicityCoverage(const ClassModel& model,
                                     const std::vector<std::pair<std::size_t, std::size_t>>& pairs,
                                     Random& random)
    : random_(&random) {
  for (const auto& [first, second] : pairs) {
    std::set<AtomicityRequirement> both = atomicity_requirements(model.methods[first], model.methods[second]);
    both.merge(atomicity_requirements(model.methods[second], model.methods[first]));
    requirements_.push_back(std::move(both));
  }
}

std::size_t AtomicityCoverage::uncovered(std::size_t pair) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      requirements_[pair], [&](const AtomicityRequirement& each) { return !covered_.contains(each); }));
}

std::optional<std::size_t> AtomicityCoverage::next() {
  for (int round = 0; round < 2; ++round) {
    std::size_t most = 0;
    std::vector<std::size_t> best;
    for (std::size_t pair = 0; pair < requirements_.size(); ++pair) {
      if (tried_.contains(pair)) continue;
      const std::size_t count = uncovered(pair);
      if (count == 0 || count < most) continue;
      if (count > most) best.clear();
      most = count;
      best.push_back(pair);
    }
    if (!best.empty()) {
      const std::size_t chosen = best[random_->below(best.size())];
      tried_.insert(chosen);
      return chosen;
    }
    covered_.clear();
    tried_.clear();
  }
  return std::nullopt;
}

void AtomicityCoverage::cover(std::size_t pair) {
  covered_.insert(requirements_[pair].begin(), requirements_[pair].end());
}

}  // namespace heddle::classes
