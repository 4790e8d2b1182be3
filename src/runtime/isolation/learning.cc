#include "runtime/isolation/learning.h"

#include "event/wire.h"
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

std::vector<std::uint8_t> knowledge_to_tell() {
  const Knowledge& knowledge = program().knowledge;
  Writer writer;
  writer.put(knowledge.has_weak_orders);
  writer.put(static_cast<std::uint64_t>(knowledge.locations.size()));
  for (LocationId id = 1; id <= knowledge.locations.size(); ++id) {
    const Location& each = knowledge.locations[id];
    writer.put(knowledge.is_shared(id));
    // One by one: bytes between them would tell what is the same from itself.
    writer.put(each.kind);
    writer.put(each.module);
    writer.put(each.allocation_site);
    writer.put(each.ordinal);
    writer.put(each.thread);
    writer.put(each.object);
    writer.put(each.offset);
    writer.put(each.size);
    writer.put(each.frame_offset);
  }
  return writer.take();
}

void know(std::span<const std::uint8_t> told) {
  Knowledge& knowledge = program().knowledge;
  knowledge.forget();
  if (told.empty()) return;
  Reader reader(told);
  reader.get(knowledge.has_weak_orders);
  std::uint64_t count = 0;
  for (reader.get(count); count != 0 && reader.ok(); --count) {
    Location each;
    bool is_shared = false;
    reader.get(is_shared);
    reader.get(each.kind);
    reader.get(each.module);
    reader.get(each.allocation_site);
    reader.get(each.ordinal);
    reader.get(each.thread);
    reader.get(each.object);
    reader.get(each.offset);
    reader.get(each.size);
    reader.get(each.frame_offset);
    if (!reader.ok()) return;
    const LocationId id = knowledge.locations.intern(each);
    if (is_shared) knowledge.mark_shared(id);
  }
}

std::uint64_t extent_of_knowledge() {
  const Knowledge& knowledge = program().knowledge;
  return knowledge.locations.size() + knowledge.shared_count() + (knowledge.has_weak_orders ? 1 : 0) +
         load_map().table().modules.size();
}

}  // namespace heddle::runtime
