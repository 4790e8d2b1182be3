#include "strategies/pattern_distance.h"

#include <algorithm>

namespace heddle {

namespace {
constexpr std::size_t kBits = 64;
}

PatternNumber PatternDistance::number_of(const Pattern& pattern) {
  const auto number = static_cast<PatternNumber>(numbers_.size());
  return numbers_.try_emplace(pattern.key(), number).first->second;
}

bool PatternDistance::has(std::size_t trace, PatternNumber pattern) const {
  if (pattern >= had_by_.size() || trace / kBits >= had_by_[pattern].size()) return false;
  return ((had_by_[pattern][trace / kBits] >> (trace % kBits)) & 1) != 0;
}

void PatternDistance::add_passed(std::span<const PatternNumber> patterns) {
  // One whose patterns another has as well is never the nearest, or not alone. In the other reading it is the
  // smaller one that counts: there only the same again is left out.
  for (std::size_t trace = 0; trace < sizes_.size(); ++trace) {
    const bool is_within =
        std::ranges::all_of(patterns, [&](PatternNumber pattern) { return has(trace, pattern); });
    if (is_within && (reading_ == Reading::kNew || sizes_[trace] == patterns.size())) return;
  }
  const std::size_t trace = sizes_.size();
  sizes_.push_back(static_cast<std::uint32_t>(patterns.size()));
  for (const PatternNumber pattern : patterns) {
    if (pattern >= had_by_.size()) had_by_.resize(pattern + std::size_t{1});
    std::vector<std::uint64_t>& bits = had_by_[pattern];
    if (trace / kBits >= bits.size()) bits.resize(trace / kBits + 1);
    bits[trace / kBits] |= std::uint64_t{1} << (trace % kBits);
  }
}

void PatternDistance::extend(State& state, PatternNumber pattern) const {
  ++state.patterns;
  const std::span<const std::uint64_t> had = pattern < had_by_.size()
                                                 ? std::span<const std::uint64_t>(had_by_[pattern])
                                                 : std::span<const std::uint64_t>();
  const std::size_t told = std::min(state.news.size(), had.size() * kBits);
  for (std::size_t trace = 0; trace < told; ++trace)
    state.news[trace] += ((had[trace / kBits] >> (trace % kBits)) & 1) == 0 ? 1 : 0;
  for (std::size_t trace = told; trace < state.news.size(); ++trace) ++state.news[trace];
}

std::uint32_t PatternDistance::of(const State& state) const {
  if (state.patterns == 0) return 0;
  if (reading_ == Reading::kNew) {
    std::uint32_t least = state.patterns;
    for (const std::uint32_t news : state.news) least = std::min(least, news);
    return least;
  }
  std::uint32_t least = ~std::uint32_t{0};
  for (std::size_t trace = 0; trace < state.news.size(); ++trace)
    least = std::min(least, sizes_[trace] - (state.patterns - state.news[trace]));
  return state.news.empty() ? 0 : least;
}

}  // namespace heddle
