#include "runtime/isolation/read_recording.h"

#include <sys/mman.h>
#include <cstring>
#include <unordered_map>

#include "event/failure_wire.h"
#include "event/thread_name.h"
#include "runtime/memory/plain_memory.h"
#include "runtime/services/program_state.h"
#include "runtime/services/stray_thread.h"

namespace heddle::runtime {

namespace {

constexpr std::uint64_t kKeptEvents = 1u << 16;

void release_pages(void* start, void* end) {
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t first = (reinterpret_cast<std::uint64_t>(start) + kPage - 1) & ~(kPage - 1);
  const std::uint64_t last = reinterpret_cast<std::uint64_t>(end) & ~(kPage - 1);
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_REMOVE);
}

// The report is the controlled thread's, which may have been writing it.
void read_refusal(const Recording& recording, Execution& execution) {
  execution.end = End::kRefused;
  execution.failure = {};
  execution.failure.text = stray::reason(recording.stray);
  execution.failure.site = recording.stray_site;
}

}  // namespace

void give_memory_back(Recording& recording) {
  if (recording.event_count <= kKeptEvents && recording.run_count <= kKeptEvents) return;
  release_pages(recording.events + kKeptEvents, recording.events + kMaxEvents);
  if (recording.has_values) release_pages(recording.values + kKeptEvents, recording.values + kMaxValues);
  if (recording.has_stacks) release_pages(recording.stacks + kKeptEvents, recording.stacks + kMaxValues);
  release_pages(recording.runs + kKeptEvents, recording.runs + kMaxRuns);
}

std::vector<std::string> thread_names(std::span<const ThreadOrigin> origins) {
  std::vector<std::string> names;
  for (std::size_t id = 0; id < origins.size(); ++id) {
    const ThreadOrigin& origin = origins[id];
    names.push_back(origin.creator < id ? child_name(names[origin.creator], origin.ordinal)
                                        : std::string(kMainThreadName));
  }
  return names;
}

std::vector<std::string> given_names(const Recording& recording) {
  std::vector<std::string> names(bounded(recording.thread_count, kMaxThreads));
  for (std::size_t id = 0; id < names.size(); ++id)
    names[id].assign(recording.given_names[id], plain().strnlen(recording.given_names[id], kMaxGivenName));
  return names;
}

void read_report(std::span<const std::uint8_t> report, Execution& execution) {
  execution.failure = {};
  execution.divergence = {};
  execution.unfinished.clear();
  Reader reader(report);
  const bool is_known = execution.end == End::kStuck && execution.whereabouts != Whereabouts::kUnknown;
  if (execution.end == End::kFailed || execution.end == End::kRefused || is_known)
    get(reader, execution.failure);
  if (execution.end == End::kDiverged) get(reader, execution.divergence);
  if (!reader.ok()) execution.end = End::kLost;
  for (const ThreadReport& thread : execution.failure.threads) execution.unfinished.push_back(thread.next);
}

Recording* map_recording() {
  void* memory = mmap(nullptr, sizeof(Recording), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  program_state::leave_out(memory);
  return memory == MAP_FAILED ? nullptr : static_cast<Recording*>(memory);
}

void read_recording(const Recording& recording, const ExecutionOptions& options, Execution& execution) {
  execution.number = options.number;
  execution.seed = options.seed;
  execution.end = recording.end;
  execution.whereabouts = recording.whereabouts;
  execution.milliseconds = 0;
  execution.exit_status = recording.exit_status;
  execution.exit_held = options.hold_exit;
  execution.steps = recording.steps;
  execution.points = recording.points;
  execution.switches = recording.switches;
  execution.truncated = recording.truncated;
  execution.found_shared = recording.found_shared;
  execution.tally = recording.tally;
  execution.threads = thread_names({recording.origins, bounded(recording.thread_count, kMaxThreads)});
  execution.given_names.clear();
  if (recording.has_given_names) execution.given_names = given_names(recording);
  execution.recorded = recording.event_count;
  execution.events = {recording.events, bounded(recording.event_count, kMaxEvents)};
  execution.event_hash = options.digest ? hash_of(execution.events) : 0;
  execution.values = {};
  if (recording.has_values) execution.values = {recording.values, bounded(recording.event_count, kMaxValues)};
  execution.stacks = {};
  if (recording.has_stacks) {
    execution.stacks = {recording.stacks, bounded(recording.event_count, kMaxValues)};
    execution.frames = {recording.frames, bounded(recording.frame_count, kMaxRecordedFrames)};
  }
  execution.frame_names = {recording.frame_names, bounded(recording.frame_name_count, kMaxFrameNames)};
  execution.schedule = {recording.runs, bounded(recording.run_count, kMaxRuns)};
  execution.changes = {recording.changes, bounded(recording.change_count, kMaxChanges)};
  execution.notes = {recording.notes, bounded(recording.note_count, kMaxNotes)};
  execution.order_notes = {recording.order_notes, bounded(recording.order_note_count, kMaxOrderNotes)};
  execution.order_is_lost = recording.order_note_count > kMaxOrderNotes;
  execution.answers = {recording.answers, bounded(recording.answer_count, kMaxAnswers)};
  execution.told = {recording.told, bounded(recording.told_size, kMaxTold)};
  execution.beyond = recording.beyond | (recording.truncated ? set_of(Bound::kEvents) : 0) |
                     (execution.order_is_lost ? set_of(Bound::kOrder) : 0);
  execution.unjoined = recording.unjoined;
  read_report({recording.report, bounded(recording.report_size, kMaxReport)}, execution);
  if (recording.stray != 0) read_refusal(recording, execution);
}

StepRecord record_steps(const Execution& execution, std::uint64_t limit) {
  StepRecord record;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers;
  for (const Event& event : execution.events) {
    if (record.steps.size() >= limit) break;
    const std::uint64_t key = (static_cast<std::uint64_t>(event.kind) << 32) | event.site;
    const auto [entry, added] = numbers.try_emplace(key, static_cast<std::uint32_t>(numbers.size()));
    if (added) record.kinds.push_back({event.kind, event.site});
    record.steps.push_back(entry->second);
  }
  return record;
}

}  // namespace heddle::runtime
