#include "runtime/naming/known_shared.h"

#include "event/location.h"
#include "runtime/memory/cells.h"
#include "runtime/naming/load_map.h"
#include "runtime/state/globals.h"

namespace heddle::runtime {

void set_cell(std::uint64_t address, sharing::Cell value) {
  sharing::Cell* cell = cell_of(address);
  if (*cell == 0) shadow::note_touched(address);
  *cell = value;
}

void mark_shared_globals() {
  const Knowledge& knowledge = program().knowledge;
  for (LocationId id : knowledge.shared_globals()) {
    const Location& name = knowledge.locations[id];
    if (name.module >= load_map().table().modules.size()) continue;
    const Module& module = load_map().table().modules[name.module];
    if (module.start != 0) set_cell(module.start + name.offset, sharing::shared(id));
  }
}

LocationId mark_shared_block(std::uint64_t start, std::uint64_t size, std::uint64_t object) {
  Location name;
  name.kind = ObjectKind::kHeap;
  name.object = object;
  const auto* offsets = program().knowledge.shared_in(name.object_key());
  if (offsets == nullptr) return kNoLocation;
  LocationId any = kNoLocation;
  for (const SharedOffset& shared : *offsets) {
    if (shared.offset >= size) continue;
    set_cell(start + shared.offset, sharing::shared(shared.location));
    any = shared.location;
  }
  return any;
}

void mark_shared_mapping(std::uint64_t start, std::uint64_t end, std::uint64_t origin, std::uint64_t object) {
  Location name;
  name.kind = ObjectKind::kMapping;
  name.object = object;
  const auto* offsets = program().knowledge.shared_in(name.object_key());
  if (offsets == nullptr) return;
  for (const SharedOffset& shared : *offsets) {
    const std::uint64_t address = origin + shared.offset;
    if (address >= start && address < end) set_cell(address, sharing::shared(shared.location));
  }
}

void mark_shared_of_thread(const Thread& thread) {
  if (!program().knowledge.shares_memory_of_threads()) return;
  Location name;
  name.thread = thread.name_hash;
  name.kind = ObjectKind::kStack;
  if (const auto* offsets = program().knowledge.shared_in(name.object_key()))
    for (const SharedOffset& shared : *offsets)
      set_cell(thread.stack_high - shared.offset, sharing::shared(shared.location));
  name.kind = ObjectKind::kThreadLocal;
  for (const ThreadLocalBlock& block : load_map().thread_local_blocks()) {
    name.module = block.module;
    const auto* offsets = program().knowledge.shared_in(name.object_key());
    if (offsets == nullptr) continue;
    const std::uint64_t start =
        reinterpret_cast<std::uint64_t>(thread.thread_pointer) + static_cast<std::uint64_t>(block.offset);
    for (const SharedOffset& shared : *offsets)
      set_cell(start + shared.offset, sharing::shared(shared.location));
  }
}

}  // namespace heddle::runtime
