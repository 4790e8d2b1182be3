#include "runtime/isolation/learning.h"

#include "runtime/engine/scheduler.h"
#include "runtime/naming/load_map.h"
#include "runtime/naming/loaded_modules.h"

namespace heddle::runtime {

void learn(std::span<const Discovery> discoveries, std::span<const std::uint8_t> modules) {
  learn_modules(modules);
  Knowledge& knowledge = program().knowledge;
  for (const Discovery& discovery : discoveries) {
    if (discovery.weak_order) {
      knowledge.has_weak_orders = true;
      continue;
    }
    const LocationId id = knowledge.locations.intern(discovery.location);
    if (discovery.shared) knowledge.mark_shared(id);
  }
}

std::uint64_t extent_of_knowledge() {
  const Knowledge& knowledge = program().knowledge;
  return knowledge.locations.size() + knowledge.shared_count() + (knowledge.has_weak_orders ? 1 : 0) +
         load_map().table().modules.size();
}

}  // namespace heddle::runtime
