// Strategies by name: `NAME[:key=value,...]`.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string_view>

#include "event/result.h"
#include "strategies/options.h"
#include "strategies/strategy.h"
#include "strategies/strategy_options.h"

namespace heddle {

Result<StrategySpec> parse_strategy_spec(std::string_view text);

struct StrategyInfo {
  std::string_view name;
  std::string_view summary;
  std::string_view options;  // a line for each: "switch=P  probability of ..."; empty when it has none
  StrategyOptions (*read)(OptionReader& options);
  std::unique_ptr<Strategy> (*make)(const StrategyOptions& options);
  std::array<std::string_view, kTallies> tallies = {};  // what it counts; empty: nothing
};

std::span<const StrategyInfo> all_strategies();

// A strategy with its options, read and checked.
struct ParsedStrategy {
  const StrategyInfo* info = nullptr;
  StrategyOptions options;

  std::unique_ptr<Strategy> make() const;
  // Null: they are another strategy's.
  template <typename Options>
  const Options* options_as() const {
    return std::get_if<Options>(&options);
  }
};

// The sentence of the error says what is allowed instead.
Result<ParsedStrategy> parse_strategy(std::string_view spec);

// What the strategy of that name counts; empty: nothing.
std::string_view tally_name(std::string_view spec, std::size_t tally);

// Whether lines of source are its places, which it has to be given then.
bool takes_lines(std::string_view spec);

// Both at once. Requirements are for strategies that would estimate them otherwise; lines for those that take
// them for places, which take sites where there are none.
Result<std::unique_ptr<Strategy>> make_strategy(std::string_view spec,
                                                const std::vector<SyncPair>& requirements = {},
                                                const std::vector<SiteLine>& lines = {});

}  // namespace heddle
