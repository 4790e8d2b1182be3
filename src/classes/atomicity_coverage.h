// Which pairs of methods can break each other's atomicity in ways that no test has tried: the essence of
// AutoConTest
// ("Coverage-driven test code generation for concurrent classes"), with requirements from the model in place
// of those of sequential executions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "classes/class_model.h"
#include "event/random.h"

namespace heddle::classes {

// One method accesses a field twice, and another one accesses it in between, so that no order of the two
// gives the same: read write read, write write read, read write write, or write read write.
bool is_unserializable(AccessType first, AccessType between, AccessType second);
using AtomicityRequirement =
    std::tuple<std::string, std::uint32_t, std::uint32_t, std::uint32_t>;  // field and lines

std::set<AtomicityRequirement> atomicity_requirements(const Method& interrupted, const Method& other);

class AtomicityCoverage {
 public:
  // Pairs by their numbers in the model.
  AtomicityCoverage(const ClassModel& model, const std::vector<std::pair<std::size_t, std::size_t>>& pairs,
                    Random& random);

  // The pair with most requirements that are not covered; drawn among several. When all are covered, they
  // count anew.
  std::optional<std::size_t> next();
  void cover(std::size_t pair);
  void draw_from(Random& random) { random_ = &random; }

 private:
  std::size_t uncovered(std::size_t pair) const;

  std::vector<std::set<AtomicityRequirement>> requirements_;  // by pair
  std::set<AtomicityRequirement> covered_;
  std::set<std::size_t> tried_;  // in this round
  Random* random_;
};

}  // namespace heddle::classes
