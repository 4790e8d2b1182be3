#include "classes/run/algorithms.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "classes/pair_selection.h"

namespace heddle::classes {

namespace {

struct AtgInfo {
  std::string_view name;
  std::string_view summary;
  AtgLoop loop;
};

constexpr AtgInfo kAtg[] = {
    {"mrt", "random tests, each with active testing", mrt},
    {"s-atg", "tests whose calls are unlike those before, each with active testing", s_atg},
    {"d-atg", "active testing of tests whose profiles discover most that has not been exposed", d_atg},
    {"sd-atg", "both: among unlike tests, those that discover most", sd_atg},
};

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number != 0;
}

bool read_pair_option(std::string_view option, Algorithm& algorithm) {
  if (option != "groups=on" && option != "groups=off") return false;
  algorithm.groups = option == "groups=on";
  return true;
}

bool read_atg_option(std::string_view option, Algorithm& algorithm) {
  if (option.starts_with("n=")) return read_number(option.substr(2), algorithm.atg.N);
  if (option.starts_with("rounds=")) return read_number(option.substr(7), algorithm.rounds);
  if (option != "exposed=executed" && option != "exposed=profiled") return false;
  algorithm.atg.profiles_expose = option == "exposed=profiled";
  return true;
}

}  // namespace

std::vector<AlgorithmInfo> class_algorithms() {
  std::vector<AlgorithmInfo> all = {
      {"auto", "pairs of methods as the model ranks them, then longer and unlike tests for them"},
      {"contege", "tests of random calls (ConTeGe)"},
  };
  for (const PairSelectionInfo& each : all_pair_selections()) all.push_back({each.name, each.summary});
  all.push_back(
      {"autocontest", "pairs that can break each other's atomicity in ways not yet covered (AutoConTest)"});
  all.push_back(
      {"nainom", "tests whose calls give something else in another order, one after the other (Nainom)"});
  for (const AtgInfo& each : kAtg) all.push_back({each.name, each.summary});
  return all;
}

Result<Algorithm> parse_algorithm(const std::string& text) {
  const std::size_t colon = text.find(':');
  Algorithm algorithm;
  algorithm.name = text.substr(0, colon);
  const std::vector<AlgorithmInfo> all = class_algorithms();
  if (std::ranges::find(all, algorithm.name, &AlgorithmInfo::name) == all.end()) {
    std::string names;
    for (const AlgorithmInfo& each : all) names += (names.empty() ? "" : ", ") + std::string(each.name);
    return Error{"there is no algorithm '" + algorithm.name + "'; there are " + names};
  }
  const auto atg = std::ranges::find(kAtg, algorithm.name, &AtgInfo::name);
  if (atg != std::end(kAtg)) algorithm.atg_loop = atg->loop;
  for (std::size_t from = colon; from != text.npos;) {
    const std::size_t to = text.find(',', from + 1);
    const std::string option = text.substr(from + 1, to == text.npos ? to : to - from - 1);
    const bool is_read = algorithm.atg_loop != nullptr ? read_atg_option(option, algorithm)
                                                       : read_pair_option(option, algorithm);
    if (!is_read)
      return Error{"'" + option + "' is not understood; for " + algorithm.name + " there is " +
                   (algorithm.atg_loop != nullptr ? "n=N, rounds=N, exposed=executed and exposed=profiled"
                                                  : "groups=on and groups=off")};
    from = to;
  }
  return algorithm;
}

}  // namespace heddle::classes
