#include "runtime/isolation/replaying.h"

#include <algorithm>
#include <utility>

#include "runtime/engine/scheduler.h"
#include "runtime/isolation/race_watch.h"
#include "runtime/isolation/read_recording.h"
#include "runtime/naming/load_map.h"
#include "runtime/services/opaque_code.h"
#include "search/observers.h"
#include "strategies/follow_turns.h"
#include "strategies/replay.h"

namespace heddle::runtime {

namespace {

ExplainedTrace explained_trace(const Execution& execution) {
  ExplainedTrace trace;
  const std::size_t count = std::min(execution.events.size(), execution.stacks.size());
  const auto copy = [count](auto& to, const auto& from) { to.assign(from.begin(), from.begin() + count); };
  copy(trace.events, execution.events);
  copy(trace.values, execution.values);
  copy(trace.stacks, execution.stacks);
  trace.frames.assign(execution.frames.begin(), execution.frames.end());
  const LocationTable& locations = program().knowledge.locations;
  for (std::size_t id = 1; id <= locations.size(); ++id)
    trace.locations.push_back(locations[static_cast<LocationId>(id)]);
  trace.frame_names.assign(execution.frame_names.begin(), execution.frame_names.end());
  trace.pointees.assign(execution.pointees.begin(), execution.pointees.end());
  for (const OrderNote& note : execution.order_notes)
    if (note.kind == OrderKind::kSees || note.kind == OrderKind::kStoresBehind) trace.sights.push_back(note);
  return trace;
}

// The user's own line, where an operation is inside the C++ library.
SiteId user_site_of(const Execution& execution, std::size_t event) {
  for (const SiteId site : execution.stack_of(event))
    if (!load_map().is_library_code(site)) return site;
  return execution.events[event].site;
}

// As far as there was room for the addresses.
std::vector<PerformedOperation> performed_operations(const Execution& execution) {
  const std::vector<std::uint64_t> addresses = addresses_in(execution.notes);
  std::vector<PerformedOperation> operations;
  for (std::size_t i = 0; i < addresses.size() && i < execution.events.size(); ++i) {
    const Event& event = execution.events[i];
    operations.push_back(
        {event.thread,
         {event.kind, event.size, kNoThread, user_site_of(execution, i), event.location, addresses[i]}});
  }
  return operations;
}

// A race does not end an execution: this one failed if it has the race in question, however it ended.
void judge(const WantedRace& race, const Execution& execution, Replayed& answer) {
  if (!is_over(execution)) return;
  FoundRace found = find_race(race, execution);
  answer.ordered_by = found.ordered_by;
  if (found.failure) {
    answer.report.end = End::kFailed;
    answer.report.failure = std::move(*found.failure);
  } else if (found.ordered_by == kNoSite && was_cut_short(execution)) {
    answer.report.end = End::kStuck;  // there was no time to look for it
  }
}

}  // namespace

std::unique_ptr<Strategy> prepare_replay(ReplayRequest& request) {
  if (request.race.is_any() || request.explain)
    request.execution.name_accesses = request.execution.explain = true;
  if (request.operations) request.execution.explain = true;
  request.execution.only_in_region = false;  // the schedule says where threads are switched
  request.execution.watch_opaque_code = request.race.is_any() && opaque::may_be_here();
  const NotedSteps noted = request.operations ? NotedSteps::kAddresses : NotedSteps::kPreemptions;
  if (request.by_turns) return std::make_unique<FollowTurns>(request.turns, request.longest, noted);
  return std::make_unique<Replay>(std::move(request.schedule), std::move(request.record), noted);
}

Replayed answer_to(const ReplayRequest& request, const Execution& execution) {
  Replayed answer;
  if (request.operations)
    answer.operations = performed_operations(execution);
  else
    answer.preemptions.assign(execution.notes.begin(), execution.notes.end());
  answer.report = report_of(execution);
  if (request.race.is_any()) judge(request.race, execution, answer);
  if (request.explain) answer.trace = explained_trace(execution);
  answer.record = record_steps(execution, request.max_recorded_steps);
  answer.event_hash = hash_of(execution.events);
  answer.modules = load_map().table();
  answer.answers.assign(execution.answers.begin(), execution.answers.end());
  return answer;
}

}  // namespace heddle::runtime
