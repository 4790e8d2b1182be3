#include "strategies/mcr/executions.h"

#include <algorithm>
#include <utility>

#include "event/hash.h"

namespace heddle::causality {

const Found* find(std::span<const Found> executed, NodeId node) {
  const auto place = std::lower_bound(executed.begin(), executed.end(), node,
                                      [](const Found& found, NodeId wanted) { return found.node < wanted; });
  return place != executed.end() && place->node == node ? &*place : nullptr;
}

bool has_all(std::span<const Found> executed, std::span<const Found> part) {
  return std::all_of(part.begin(), part.end(), [executed](const Found& each) {
    const Found* found = find(executed, each.node);
    return found != nullptr && found->value == each.value;
  });
}

void Executions::add(Executed executed) {
  const auto number = static_cast<std::uint32_t>(all_.size());
  for (const Found& each : executed) having_[combine(each.value, each.node)].push_back(number);
  all_.push_back(std::move(executed));
}

void Executions::clear() {
  all_.clear();
  having_.clear();
}

std::optional<std::size_t> Executions::one_with(std::span<const Found> part) const {
  if (all_.empty()) return std::nullopt;
  if (part.empty()) return 0;
  const std::vector<std::uint32_t>* fewest = nullptr;
  for (const Found& each : part) {
    const auto having = having_.find(combine(each.value, each.node));
    if (having == having_.end()) return std::nullopt;
    if (fewest == nullptr || having->second.size() < fewest->size()) fewest = &having->second;
  }
  for (const std::uint32_t number : *fewest)
    if (has_all(all_[number], part)) return number;
  return std::nullopt;
}

}  // namespace heddle::causality
