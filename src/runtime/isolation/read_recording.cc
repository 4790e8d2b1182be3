#include "runtime/isolation/read_recording.h"

#include <sys/mman.h>
#include <unordered_map>

#include "event/failure_wire.h"
#include "event/thread_name.h"

namespace heddle::runtime {

namespace {

std::vector<std::string> thread_names(const Recording& recording) {
  std::vector<std::string> names;
  const std::uint32_t count = recording.thread_count < kMaxThreads ? recording.thread_count : kMaxThreads;
  for (std::uint32_t id = 0; id < count; ++id) {
    const ThreadOrigin& origin = recording.origins[id];
    names.push_back(origin.creator < id ? child_name(names[origin.creator], origin.ordinal) : std::string(kMainThreadName));
  }
  return names;
}

std::uint64_t bounded(std::uint64_t count, std::size_t limit) { return count < limit ? count : limit; }

}  // namespace

Recording* map_recording() {
  void* memory = mmap(nullptr, sizeof(Recording), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<Recording*>(memory);
}

void read_recording(const Recording& recording, const ExecutionOptions& options, Execution& execution) {
  execution.number = options.number;
  execution.end = recording.end;
  execution.exit_status = 0;
  execution.exit_held = options.hold_exit;
  execution.steps = recording.steps;
  execution.points = recording.points;
  execution.switches = recording.switches;
  execution.truncated = recording.truncated;
  execution.threads = thread_names(recording);
  execution.events = {recording.events, bounded(recording.event_count, kMaxEvents)};
  execution.schedule = {recording.runs, bounded(recording.run_count, kMaxRuns)};
  execution.changes = {recording.changes, bounded(recording.change_count, kMaxChanges)};
  execution.failure = {};
  execution.divergence = {};
  execution.unfinished.clear();
  Reader reader({recording.report, bounded(recording.report_size, kMaxReport)});
  if (execution.end == End::kFailed || execution.end == End::kRefused) get(reader, execution.failure);
  if (execution.end == End::kDiverged) get(reader, execution.divergence);
  if (!reader.ok()) execution.end = End::kLost;
  for (const ThreadReport& report : execution.failure.threads) execution.unfinished.push_back(report.next);
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
