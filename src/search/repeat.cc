#include "search/repeat.h"

namespace heddle {

namespace {

// Every access is recorded, those to private memory too.
constexpr std::uint64_t kSlowerReplays = 4;

}  // namespace

ExecutionOptions options_of(const ExecutionFacts& execution, const ExecutionOptions& search) {
  ExecutionOptions options = search;
  options.memory = execution.weak_memory ? Memory::kCpp : Memory::kSequential;
  return options;
}

ReplayRequest replay_request(const ExecutionOptions& options, const Schedule& schedule, FailureKind outcome) {
  ReplayRequest request;
  request.execution = options;
  request.execution.granularity = Granularity::kAll;
  request.execution.capture_output = true;
  request.execution.timeout_milliseconds *= kSlowerReplays;
  request.execution.livelock_at_end = outcome == FailureKind::kLivelock;
  request.schedule = schedule;
  request.max_recorded_steps = kRecordedSteps;
  return request;
}

ReplayRequest replay_request(const ExecutionOptions& options, const Schedule& schedule,
                             const Failure& failure) {
  ReplayRequest request = replay_request(options, schedule, failure.kind);
  request.execution.livelock = verdict_in(failure.text);
  request.race = wanted_race(failure);
  return request;
}

ReplayRequest replay_request(const ExecutionOptions& options, const ScheduleFile& file) {
  ReplayRequest request = replay_request(options, file.schedule, file.outcome);
  request.execution.livelock = verdict_in(file.outcome_text);
  if (file.outcome == FailureKind::kDataRace) {
    request.race = {0, file.first_access, file.second_access};
    request.execution.stop_at = file.second_access;
  }
  return request;
}

WantedRace wanted_race(const Failure& failure) {
  WantedRace race;
  if (failure.kind == FailureKind::kDataRace) race.signature = failure.signature();
  return race;
}

bool same_failure(const Failure& first, const Failure& second) {
  if (first.kind != second.kind) return false;
  // Where a livelock spins is a matter of sampling; that it happens at the end of the schedule is enough.
  return first.kind == FailureKind::kLivelock || first.signature() == second.signature();
}

}  // namespace heddle
