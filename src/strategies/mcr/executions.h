// What has been executed, as sets of operations and what they found, without the set-up of the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "strategies/mcr/behaviour.h"

namespace heddle::causality {

struct Found {
  NodeId node = kNoNode;
  Value value = 0;  // 0: its thread learns nothing by it
};

// Ordered by node.
using Executed = std::vector<Found>;

const Found* find(std::span<const Found> executed, NodeId node);
bool has_all(std::span<const Found> executed, std::span<const Found> part);

class Executions {
 public:
  void add(Executed executed);
  void clear();
  std::size_t size() const { return all_.size(); }
  const Executed& operator[](std::size_t number) const { return all_[number]; }

  // One that has all of that, if there is one.
  std::optional<std::size_t> one_with(std::span<const Found> part) const;

 private:
  std::vector<Executed> all_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> having_;  // by a hash of what was found
};

}  // namespace heddle::causality
