#include "runtime/naming/names.h"

#include "runtime/memory/arena.h"
#include "runtime/memory/cells.h"
#include "runtime/naming/construct_names.h"
#include "runtime/naming/descriptor_names.h"
#include "runtime/naming/known_shared.h"
#include "runtime/naming/load_map.h"
#include "runtime/naming/mappings.h"
#include "runtime/state/globals.h"
#include "runtime/state/recording.h"

namespace heddle::runtime {

namespace {

void record_discovery(const Discovery& discovery) {
  Recording& recording = *hot.recording;
  recording.found_shared = recording.found_shared || discovery.shared;
  if (recording.discoveries_count < Most::discoveries)
    recording.discoveries[recording.discoveries_count++] = discovery;
  else
    recording.beyond |= set_of(Bound::kNames);
}

// Of a search, in which a location is named once and for all. A replay looks again.
constexpr unsigned kMostNamedFrames = 500;
unsigned named_frames = 0;

LocationId intern(std::uint64_t address) {
  const AllocateAs for_ever(Lifetime::kLasting);
  Knowledge& knowledge = program().knowledge;
  LocationTable& table = knowledge.locations;
  const std::uint64_t granule = address & ~(kGranuleSize - 1);
  if (const LocationId known = knowledge.global_at(granule); known != kNoLocation && !mappings::find(granule))
    return known;
  Location location = name_of(granule);
  if (const LocationId known = table.find(location)) {
    if (location.kind == ObjectKind::kGlobal) knowledge.note_global(granule, known);
    return known;
  }
  if (const Thread* owner = owner_of(location); owner != nullptr && named_frames++ < kMostNamedFrames)
    name_frame(granule, *owner, location);
  record_discovery({location, false, granule});
  return table.intern(location);
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

bool is_in_storage_of(const Thread& thread, std::uint64_t address) {
  Location location;
  return name_thread_local(address, thread, location);
}

const Thread* owner_of(const Location& location) {
  if (location.kind != ObjectKind::kStack) return nullptr;
  for (const Thread* thread : program().threads)
    if (thread->name_hash == location.thread) return thread;
  return nullptr;
}

void name_frame(std::uint64_t address, const Thread& owner, Location& location) {
  if (owner.finished) return;
  const std::vector<UnwoundFrame> frames = program().stacks->unwind(owner, kMostToldFrames);
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
  const std::vector<Thread*>& threads = program().threads;
  for (std::size_t i = threads.size(); i-- > 0;) {
    const Thread& thread = *threads[i];
    if (thread.finished && thread.is_on_programs_memory) continue;
    if (thread.lender == nullptr && name_thread_local(address, thread, location)) return location;
    if (address < thread.stack_low || address >= thread.stack_high) continue;
    location.kind = ObjectKind::kStack;
    location.thread = thread.name_hash;
    location.offset = thread.stack_high - address;
    return location;
  }
  if (descriptor_names::owns(address)) return descriptor_names::name_of(address);
  if (construct_names::owns(address)) return construct_names::name_of(address);
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

LocationId locate(std::uint64_t address) {
  const sharing::Cell cell = *cell_of(address);
  if (sharing::is_shared(cell)) return sharing::location(cell);
  const LocationId id = intern(address);
  set_cell(address, sharing::shared(id));
  return id;
}

void discover_weak_order() {
  hot.watches_orders = false;
  const AllocateAs for_ever(Lifetime::kLasting);
  program().knowledge.has_weak_orders = true;
  record_discovery({{}, true, 0, true});
}

LocationId discover_shared(std::uint64_t address) {
  const LocationId id = intern(address);
  const AllocateAs for_ever(Lifetime::kLasting);
  Knowledge& knowledge = program().knowledge;
  if (knowledge.mark_shared(id))
    record_discovery({knowledge.locations[id], true, address & ~(kGranuleSize - 1)});
  set_cell(address, sharing::shared(id));
  return id;
}

}  // namespace heddle::runtime
