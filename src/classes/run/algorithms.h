// The algorithms that choose tests of a class, by name: those that go by pairs of methods, and those of
// adaptive test generation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "classes/atg.h"
#include "event/result.h"

namespace heddle::classes {

struct AlgorithmInfo {
  std::string_view name;
  std::string_view summary;
};
std::vector<AlgorithmInfo> class_algorithms();

using AtgLoop = AtgResult (*)(TestBench&, const AtgOptions&);

struct Algorithm {
  std::string name = "auto";
  std::optional<bool> groups;  // in place of what the algorithm does: pairs of high priority first
  AtgLoop atg_loop = nullptr;  // of adaptive test generation
  AtgOptions atg;
  std::uint64_t rounds = 0;  // so often the loop is gone through; 0: until the search is over
};

// "bc-contest:groups=off", "sd-atg:n=6". The error says what there is.
Result<Algorithm> parse_algorithm(const std::string& text);

}  // namespace heddle::classes
