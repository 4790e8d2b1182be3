#include "schedule/registry.h"

#include <array>
#include <cstdlib>

#include "schedule/fair.h"
#include "schedule/fifo.h"
#include "schedule/random_walk.h"

namespace heddle {

namespace {

using Made = Result<std::unique_ptr<Strategy>>;

Error unknown_option(const StrategySpec& spec, std::string_view allowed) {
  const std::string& key = spec.options.begin()->first;
  return Error{"strategy '" + spec.name + "' has no option '" + key + "'" +
               (allowed.empty() ? "; it takes none" : "; it takes " + std::string(allowed))};
}

// A number in [low, high], or the sentence that says so.
Result<double> number_option(StrategySpec& spec, const std::string& key, double otherwise, double low,
                             double high) {
  const auto option = spec.options.find(key);
  if (option == spec.options.end()) return otherwise;
  char* end = nullptr;
  const double value = std::strtod(option->second.c_str(), &end);
  if (option->second.empty() || *end != '\0' || !(value >= low && value <= high))
    return Error{"strategy option '" + key + "=" + option->second + "' is not a number from " +
                 std::to_string(low).substr(0, 3) + " to " + std::to_string(high).substr(0, 3)};
  spec.options.erase(option);
  return value;
}

Made make_random(const StrategySpec& given) {
  StrategySpec spec = given;
  const Result<double> probability = number_option(spec, "switch", -1, 0, 1);
  if (!probability) return Error{probability.error()};
  if (!spec.options.empty()) return unknown_option(spec, "switch=P, P from 0 to 1");
  return std::unique_ptr<Strategy>(std::make_unique<RandomWalk>(*probability));
}

Made make_fifo(const StrategySpec& given) {
  StrategySpec spec = given;
  const auto newest = spec.options.find("newest");
  const std::string value = newest == spec.options.end() ? "false" : newest->second;
  if (value != "true" && value != "false")
    return Error{"strategy option 'newest=" + value + "' is not true or false"};
  spec.options.erase("newest");
  if (!spec.options.empty()) return unknown_option(spec, "newest=true|false");
  return std::unique_ptr<Strategy>(std::make_unique<Fifo>(value == "true"));
}

constexpr std::array kStrategies = {
    StrategyInfo{"random", "a uniform choice among the enabled threads at each scheduling point",
                 "switch=P  go on with the running thread with probability 1-P instead (P from 0 to 1)",
                 make_random},
    StrategyInfo{"fifo", "no preemption: a thread runs until it blocks or ends; always the same schedule",
                 "newest=true  a new thread goes first and its creator waits", make_fifo},
};

}  // namespace

std::span<const StrategyInfo> all_strategies() {
  return kStrategies;
}

Result<StrategySpec> parse_strategy_spec(std::string_view text) {
  StrategySpec spec;
  const std::size_t colon = text.find(':');
  spec.name = text.substr(0, colon);
  std::string_view rest = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string_view option = rest.substr(0, comma);
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    const std::size_t equals = option.find('=');
    if (equals == std::string_view::npos || equals == 0)
      return Error{"strategy option '" + std::string(option) + "' is not of the form key=value"};
    spec.options[std::string(option.substr(0, equals))] = option.substr(equals + 1);
  }
  return spec;
}

Result<std::unique_ptr<Strategy>> make_strategy(std::string_view text) {
  Result<StrategySpec> spec = parse_strategy_spec(text);
  if (!spec) return Error{spec.error()};
  std::string known;
  for (const StrategyInfo& info : kStrategies) {
    if (info.name == spec->name) {
      Made made = info.make(*spec);
      if (!made) return made;
      return std::unique_ptr<Strategy>(std::make_unique<Fair>(std::move(*made)));
    }
    known += known.empty() ? "" : ", ";
    known += info.name;
  }
  return Error{"there is no strategy '" + spec->name + "'; there are: " + known};
}

}  // namespace heddle
