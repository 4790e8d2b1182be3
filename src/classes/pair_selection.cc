#include "classes/pair_selection.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace heddle::classes {

namespace {

constexpr PairSelectionInfo kAll[] = {
    {"bc-contest", "pairs that share a field under no common lock first, then by S(p)", bc_contest_score,
     true},
    {"bc-contest-ng", "by S(p), without groups", bc_contest_score, false},
    {"covcon", "pairs that were covered and tried least", covcon_score, false},
    {"naive", "pairs that were tried least", naive_score, false},
    {"random", "any pair", random_score, false},
};

}  // namespace

std::vector<std::size_t> PairSelection::untried(std::size_t from, std::size_t to) const {
  std::vector<std::size_t> pairs;
  for (std::size_t pair = from; pair < to; ++pair)
    if (records_[pair].tries == 0) pairs.push_back(pair);
  return pairs;
}

std::vector<std::size_t> PairSelection::choosable() const {
  std::vector<std::size_t> pairs;
  if (has_groups_) pairs = untried(0, sizes_.high_priority);
  if (has_groups_ && pairs.empty()) pairs = untried(sizes_.high_priority, records_.size());
  if (pairs.empty()) {
    pairs.resize(records_.size());
    std::iota(pairs.begin(), pairs.end(), std::size_t{0});
  }
  return pairs;
}

std::optional<std::size_t> PairSelection::next() {
  std::vector<std::size_t> pairs = choosable();
  if (pairs.empty()) return std::nullopt;
  const auto by_score = [&](std::size_t pair) { return score(pair); };
  const std::uint64_t smallest = score(std::ranges::min(pairs, {}, by_score));
  std::erase_if(pairs, [&](std::size_t pair) { return score(pair) != smallest; });
  return pairs[random_->below(pairs.size())];
}

void PairSelection::feedback(std::size_t pair, bool covered) {
  ++records_[pair].tries;
  if (covered) ++records_[pair].covered;
}

std::span<const PairSelectionInfo> all_pair_selections() {
  return kAll;
}

Result<PairSelection> make_pair_selection(std::string_view name, std::optional<bool> groups,
                                          PairSelection::Sizes sizes, Random& random) {
  std::string names;
  for (const PairSelectionInfo& info : kAll) {
    if (info.name == name) return PairSelection(info.score, groups.value_or(info.has_groups), sizes, random);
    names += (names.empty() ? "" : ", ") + std::string(info.name);
  }
  return Error{"there is no pair selection '" + std::string(name) + "'; there are " + names};
}

}  // namespace heddle::classes
