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

ExecutionArrays arrays_of(const Recording& recording) {
  return {
#define ARRAY(Type, name, most) .name = {recording.name, bounded(recording.name##_count, Most::name)},
#include "event/execution_arrays.def"
#undef ARRAY
  };
}

// The report is the controlled thread's, which may have been writing it.
void read_refusal(const Recording& recording, Execution& execution) {
  execution.end = End::kRefused;
  execution.failure = {};
  execution.failure.text = stray::reason(recording.stray);
  execution.failure.site = recording.stray_site;
}

}  // namespace

void give_memory_back(Recording& recording, const RecordingCounters& kept) {
  const std::uint64_t events = std::max(kKeptEvents, kept.events_count);
  const std::uint64_t runs = std::max(kKeptEvents, kept.schedule_count);
  if (recording.events_count <= events && recording.schedule_count <= runs) return;
  release_pages(recording.events + events, recording.events + Most::events);
  if (recording.values_count != 0)
    release_pages(recording.values + kKeptEvents, recording.values + Most::values);
  if (recording.stacks_count != 0)
    release_pages(recording.stacks + kKeptEvents, recording.stacks + Most::values);
  release_pages(recording.schedule + runs, recording.schedule + Most::schedule);
}

// Most are there already, from the execution before.
void name_threads(std::span<const ThreadOrigin> origins, std::vector<std::string>& names) {
  names.resize(origins.size());
  for (std::size_t id = 0; id < origins.size(); ++id) {
    const ThreadOrigin& origin = origins[id];
    if (origin.creator >= id)
      names[id] = kMainThreadName;
    else if (!is_child_name(names[id], names[origin.creator], origin.ordinal))
      names[id] = child_name(names[origin.creator], origin.ordinal);
  }
}

std::vector<std::string> given_names(const Recording& recording) {
  std::vector<std::string> names(bounded(recording.origins_count, kMaxThreads));
  for (std::size_t id = 0; id < names.size(); ++id)
    names[id].assign(recording.given_names[id], plain().strnlen(recording.given_names[id], kMaxGivenName));
  return names;
}

void read_report(std::span<const std::uint8_t> report, Execution& execution) {
  // Most executions say nothing, and making both anew takes long.
  if (!execution.failure.is_blank()) execution.failure = {};
  if (!execution.divergence.is_blank()) execution.divergence = {};
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
  static_cast<ExecutionFacts&>(execution) = recording;
  make_valid(static_cast<ExecutionFacts&>(execution));
  static_cast<ExecutionArrays&>(execution) = arrays_of(recording);
  execution.milliseconds = 0;
  execution.exit_held = options.hold_exit;
  name_threads({recording.origins, bounded(recording.origins_count, kMaxThreads)}, execution.threads);
  execution.given_names.clear();
  if (recording.has_given_names) execution.given_names = given_names(recording);
  execution.recorded = recording.events_count;
  execution.event_hash = options.digest ? hash_of(execution.events) : 0;
  execution.beyond |= (execution.truncated ? set_of(Bound::kEvents) : 0) |
                      (execution.schedule_is_lost ? set_of(Bound::kSchedule) : 0) |
                      (execution.order_is_lost ? set_of(Bound::kOrder) : 0);
  read_report({recording.report, bounded(recording.report_count, Most::report)}, execution);
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
