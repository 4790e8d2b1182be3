#include "event/execution.h"

#include "event/hash.h"

#include <algorithm>

namespace heddle {

std::uint64_t hash_of(std::span<const Event> events) {
  std::uint64_t hash = 1;
  for (const Event& event : events) {
    const std::uint32_t detail = is_plain_access(event.kind) ? 0 : event.detail;  // counts from the location
    hash = combine(hash, (std::uint64_t{event.site} << 32) | detail);
    hash = combine(hash, (std::uint64_t{event.thread} << 16) | (static_cast<std::uint64_t>(event.kind) << 8) |
                             event.size);
  }
  return hash | 1;
}

std::span<const SiteId> Execution::stack_of(std::size_t event) const {
  return event < stacks.size() ? stack_at(stacks[event]) : std::span<const SiteId>();
}

std::span<const SiteId> Execution::stack_at(std::size_t place) const {
  if (place == 0 || place >= frames.size()) return {};
  const std::size_t count = std::min<std::size_t>(frames[place], frames.size() - place - 1);
  return frames.subspan(place + 1, count);
}

ChoiceReader::ChoiceReader(const Execution& execution)
    : execution_(execution), events_of_(execution.threads.size()) {
  for (std::uint32_t i = 0; i < execution.events.size(); ++i) {
    const ThreadId thread = execution.events[i].thread;
    // The program may have scribbled over its recording: then a thread may have no name.
    if (thread >= events_of_.size()) events_of_.resize(thread + std::size_t{1});
    events_of_[thread].push_back(i);
  }
  performed_.resize(events_of_.size());
  apply_changes();
}

void ChoiceReader::apply_changes() {
  while (change_ < execution_.changes.size() && execution_.changes[change_].event <= index_) {
    const EnabledChange& change = execution_.changes[change_++];
    const auto place = std::lower_bound(enabled_.begin(), enabled_.end(), change.thread);
    const bool present = place != enabled_.end() && *place == change.thread;
    if (change.enabled && !present) enabled_.insert(place, change.thread);
    if (!change.enabled && present) enabled_.erase(place);
  }
}

bool ChoiceReader::next() {
  if (index_ >= execution_.events.size()) return false;
  ++performed_[execution_.events[index_].thread];
  ++index_;
  apply_changes();
  return index_ < execution_.events.size();
}

StepKind ChoiceReader::announced(ThreadId thread) const {
  if (thread >= events_of_.size()) return {};
  const std::vector<std::uint32_t>& own = events_of_[thread];
  if (performed_[thread] < own.size()) {
    const Event& event = execution_.events[own[performed_[thread]]];
    return {event.kind, event.site};
  }
  if (thread < execution_.unfinished.size())
    return {execution_.unfinished[thread].kind, execution_.unfinished[thread].site};
  return {};
}

}  // namespace heddle
