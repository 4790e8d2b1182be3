#include "runtime/naming/names.h"

#include "runtime/engine/scheduler.h"
#include "runtime/memory/arena.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/shadow.h"
#include "runtime/naming/mappings.h"
#include "runtime/services/heap_guard.h"
#include "runtime/services/open_descriptors.h"
#include "runtime/services/stack_guard.h"
#include "runtime/state/hot.h"

namespace heddle::runtime {

namespace {

void record_discovery(const Location& location, bool shared) {
  Recording& recording = *hot.recording;
  recording.found_shared = recording.found_shared || shared;
  if (recording.discovery_count < kMaxDiscoveries)
    recording.discoveries[recording.discovery_count++] = {location, shared};
  else
    recording.beyond |= set_of(Bound::kNames);
}

// Of a search, in which a location is named once and for all. A replay looks again.
constexpr unsigned kMostNamedFrames = 500;
unsigned named_frames = 0;

LocationId intern(std::uint64_t address) {
  const AllocateAs lasting(Lifetime::kLasting);
  LocationTable& table = scheduler().knowledge.locations;
  const std::uint64_t granule = address & ~(kGranuleSize - 1);
  Location location = name_of(granule);
  if (const LocationId known = table.find(location)) return known;
  if (const Thread* owner = owner_of(location); owner != nullptr && named_frames++ < kMostNamedFrames)
    name_frame(granule, *owner, location);
  record_discovery(location, false);
  return table.intern(location);
}

void set_cell(std::uint64_t address, sharing::Cell value) {
  sharing::Cell* cell = heap_guard::cell_of(address);
  if (*cell == 0) shadow::note_touched(address);
  *cell = value;
}

bool name_thread_local(std::uint64_t address, const Thread& thread, Location& location) {
  for (const ThreadLocalBlock& block : load_map().thread_local_blocks()) {
    const std::uint64_t begin =
        reinterpret_cast<std::uint64_t>(thread.thread_pointer) + static_cast<std::uint64_t>(block.offset);
    if (address - begin >= block.size) continue;
    location.kind = ObjectKind::kThreadLocal;
    location.module = block.module;
    location.thread = thread.name_hash;
    location.offset = address - begin;
    return true;
  }
  return false;
}

}  // namespace

LoadMap* the_load_map = nullptr;

const Thread* owner_of(const Location& location) {
  if (location.kind != ObjectKind::kStack) return nullptr;
  for (const Thread* thread : scheduler().threads())
    if (thread->name_hash == location.thread) return thread;
  return nullptr;
}

void name_frame(std::uint64_t address, const Thread& owner, Location& location) {
  if (owner.finished) return;
  const std::vector<UnwoundFrame> frames = scheduler().unwind(owner);
  for (std::size_t i = 0; i + 1 < frames.size(); ++i) {
    const std::uint64_t above = frames[i + 1].stack_pointer;
    if (address < frames[i].stack_pointer || address >= above) continue;
    location.allocation_site = load_map().site_of(frames[i].pc);
    location.frame_offset = static_cast<std::int64_t>(address - above);
    location.size = above - frames[i].stack_pointer;
  }
}

Location name_of(std::uint64_t address) {
  Location location;
  if (heap::owns(reinterpret_cast<void*>(address))) {
    const Block block = heap::find(address);
    if (block.start != 0) {
      location.kind = ObjectKind::kHeap;
      location.allocation_site = block.name.site;
      location.ordinal = block.name.ordinal;
      location.thread = block.name.thread;
      location.object = block.name.object;
      location.offset = address - block.start;
      location.size = block.size;
      return location;
    }
  }
  // Stacks and thread-local storage are handed on: the latest owner counts.
  const auto threads = scheduler().threads();
  for (std::size_t i = threads.size(); i-- > 0;) {
    const Thread& thread = *threads[i];
    if (thread.finished && thread.is_on_programs_memory) continue;
    if (name_thread_local(address, thread, location)) return location;
    if (address < thread.stack_low || address >= thread.stack_high) continue;
    location.kind = ObjectKind::kStack;
    location.thread = thread.name_hash;
    location.offset = thread.stack_high - address;
    return location;
  }
  if (open_descriptors::owns(address)) return open_descriptors::name_of(address);
  // The system puts small mappings into the gaps between the segments of a library: these come first.
  if (const ProgramMapping* mapping = mappings::find(address)) {
    location.kind = ObjectKind::kMapping;
    location.allocation_site = mapping->name.site;
    location.ordinal = mapping->name.ordinal;
    location.thread = mapping->name.thread;
    location.object = mapping->name.object;
    location.offset = address - mapping->origin;
    location.size = mapping->size;
    return location;
  }
  const int module = load_map().module_at(address);
  if (module >= 0) {
    location.kind = ObjectKind::kGlobal;
    location.module = static_cast<std::uint32_t>(module);
    location.offset = address - load_map().table().modules[module].start;
    return location;
  }
  location.kind = ObjectKind::kMapping;
  location.offset = address;
  return location;
}

Location name_for_people(std::uint64_t address) {
  Location location = name_of(address);
  const Thread* owner = hot.every_operation ? owner_of(location) : nullptr;
  if (owner != nullptr && !stack_guard::name_gone(address, location)) name_frame(address, *owner, location);
  return location;
}

LocationId locate(std::uint64_t address) {
  const sharing::Cell cell = *heap_guard::cell_of(address);
  if (sharing::is_shared(cell)) return sharing::location(cell);
  const LocationId id = intern(address);
  set_cell(address, sharing::shared(id));
  return id;
}

LocationId discover_shared(std::uint64_t address) {
  const LocationId id = intern(address);
  const AllocateAs lasting(Lifetime::kLasting);
  Knowledge& knowledge = scheduler().knowledge;
  if (knowledge.mark_shared(id)) record_discovery(knowledge.locations[id], true);
  set_cell(address, sharing::shared(id));
  return id;
}

void mark_shared_globals() {
  const Knowledge& knowledge = scheduler().knowledge;
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
  const auto* offsets = scheduler().knowledge.shared_in(name.object_key());
  if (offsets == nullptr) return kNoLocation;
  LocationId any = kNoLocation;
  for (const SharedOffset& shared : *offsets) {
    if (shared.offset >= size) continue;
    set_cell(start + shared.offset, sharing::shared(shared.location));
    any = shared.location;
  }
  return any;
}

void mark_shared_mapping(const ProgramMapping& mapping) {
  Location name;
  name.kind = ObjectKind::kMapping;
  name.object = mapping.name.object;
  const auto* offsets = scheduler().knowledge.shared_in(name.object_key());
  if (offsets == nullptr) return;
  for (const SharedOffset& shared : *offsets) {
    const std::uint64_t address = mapping.origin + shared.offset;
    if (address >= mapping.start && address < mapping.end)
      set_cell(address, sharing::shared(shared.location));
  }
}

void mark_shared_of_thread(const Thread& thread) {
  Location name;
  name.thread = thread.name_hash;
  name.kind = ObjectKind::kStack;
  if (const auto* offsets = scheduler().knowledge.shared_in(name.object_key()))
    for (const SharedOffset& shared : *offsets)
      set_cell(thread.stack_high - shared.offset, sharing::shared(shared.location));
  name.kind = ObjectKind::kThreadLocal;
  for (const ThreadLocalBlock& block : load_map().thread_local_blocks()) {
    name.module = block.module;
    const auto* offsets = scheduler().knowledge.shared_in(name.object_key());
    if (offsets == nullptr) continue;
    const std::uint64_t start =
        reinterpret_cast<std::uint64_t>(thread.thread_pointer) + static_cast<std::uint64_t>(block.offset);
    for (const SharedOffset& shared : *offsets)
      set_cell(start + shared.offset, sharing::shared(shared.location));
  }
}

}  // namespace heddle::runtime
