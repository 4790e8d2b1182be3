// Strategies by name: `NAME[:key=value,...]`.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string_view>

#include "analysis/iroot.h"
#include "event/result.h"
#include "schedule/options.h"
#include "schedule/strategy.h"

namespace heddle {

Result<StrategySpec> parse_strategy_spec(std::string_view text);

struct StrategyInfo {
  std::string_view name;
  std::string_view summary;
  std::string_view options;  // a line for each: "switch=P  probability of ..."; empty when it has none
  Result<std::unique_ptr<Strategy>> (*make)(const StrategySpec& spec);
  std::array<std::string_view, kTallies> tallies = {};  // what it counts; empty: nothing
};

std::span<const StrategyInfo> all_strategies();

// Which pairs the strategy expects; for those that expect none, as in the paper.
Estimate estimate_of(std::string_view spec);
// Which idioms it tests; for those that test none, the first.
IdiomSet idioms_of(std::string_view spec);
// What the strategy of that name counts; empty: nothing.
std::string_view tally_name(std::string_view spec, std::size_t tally);

// The sentence of the error says what is allowed instead. Requirements are for strategies that would estimate
// them otherwise.
Result<std::unique_ptr<Strategy>> make_strategy(std::string_view spec,
                                                const std::vector<SyncPair>& requirements = {});

}  // namespace heddle
