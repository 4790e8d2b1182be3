#include "runtime/engine/event_stacks.h"

#include <algorithm>
#include <span>
#include <vector>

#include "event/hash.h"
#include "runtime/naming/call_site.h"
#include "runtime/naming/names.h"
#include "runtime/state/globals.h"
#include "runtime/state/recording.h"

namespace heddle::runtime {

namespace {

std::uint64_t hash_of(const std::vector<SiteId>& stack) {
  std::uint64_t hash = stack.size();
  for (SiteId site : stack) hash = combine(hash, site);
  return hash;
}

// How many frames of a stack are kept when so many words have been used: the less room there is left, the
// fewer, so that the innermost frames of all events are there.
std::size_t most_frames(std::uint64_t used) {
  if (used < Most::frames / 2) return Most::frames;
  return used < Most::frames / 4 * 3 ? 16 : 2;
}

// As a number of frames and the frames, innermost first. 0 when there is no room.
std::uint32_t store(const std::vector<SiteId>& stack) {
  Recording& recording = *hot.recording;
  if (recording.frames_count == 0) recording.frames_count = 1;  // 0 stands for none
  const std::uint64_t place = recording.frames_count;
  const std::size_t kept = std::min(stack.size(), most_frames(place));
  if (place + 1 + kept > Most::frames) return 0;
  recording.frames[place] = static_cast<SiteId>(kept);
  for (std::size_t i = 0; i < kept; ++i) recording.frames[place + 1 + i] = stack[i];
  recording.frames_count += 1 + kept;
  return static_cast<std::uint32_t>(place);
}

}  // namespace

std::uint64_t frame_identity(const Thread& owner, std::uint64_t address, SiteId site) {
  if (!load_map().program_is_instrumented() || owner.depth > kMaxShadowFrames) return 0;
  const std::span<const ShadowFrame> frames(owner.frames, owner.depth);
  const auto frame = std::ranges::partition_point(
      frames, [&](const ShadowFrame& each) { return each.stack_pointer > address; });
  if (frame == frames.end()) return 0;
  const SiteId where = frame + 1 < frames.end() ? load_map().site_of(frame[1].return_address) : site;
  return combine(combine(frame->hash, frame->stack_pointer), where) | 1;
}

void EventStacks::record_frame(const Event& event) {
  if (event.location == kNoLocation) return;
  const Location& location = program().knowledge.locations[event.location];
  const Thread* const owner = owner_of(location);
  if (owner == nullptr || owner->finished) return;
  const std::uint64_t address = owner->stack_high - location.offset;
  const std::uint64_t identity =
      frame_identity(*owner, address, owner->id == event.thread ? event.site : owner->next.site);
  std::uint64_t& known = frames_[event.location];
  if (identity != 0 && known == identity) return;
  known = identity;
  Recording& recording = *hot.recording;
  if (recording.frame_names_count >= Most::frame_names) return;
  Location named = location;
  named.allocation_site = kNoSite;
  name_frame(address, *owner, named);
  recording.frame_names[recording.frame_names_count++] = {
      recording.events_count - 1, event.location, named.allocation_site, named.frame_offset, named.size};
}

std::uint32_t EventStacks::place_of_stack(SiteId site) {
  const Thread& self = *hot.current;
  const bool instrumented = load_map().program_is_instrumented();
  std::vector<SiteId> stack;
  if (!instrumented) stack = unwound_stack();
  const std::uint64_t hash =
      instrumented ? combine(combine(self.stack_hash(), self.depth), site) : hash_of(stack);
  const auto [entry, added] = places_.try_emplace(hash);
  if (added) entry->second = store(instrumented ? stack_of(self, site) : stack);
  return entry->second;
}

void EventStacks::record_stack(const Event& event) {
  Recording& recording = *hot.recording;
  const std::uint64_t index = recording.events_count - 1;
  if (index >= recording.room.explained) return;
  recording.stacks[index] = place_of_stack(event.site);
  recording.stacks_count = index + 1;
}

void EventStacks::record_allocation(LocationId location, SiteId site) {
  Recording& recording = *hot.recording;
  if (recording.allocations_count >= Most::allocations) return;
  recording.allocations[recording.allocations_count++] = {static_cast<std::uint32_t>(recording.events_count),
                                                          location, place_of_stack(site), hot.current->id};
}

}  // namespace heddle::runtime
