#include "report/formats/results_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "event/schedule_line.h"
#include "report/model/failure_names.h"
#include "report/text/coverage_text.h"
#include "report/text/early_text.h"
#include "report/text/headline.h"
#include "report/text/heap_text.h"
#include "report/text/limits_text.h"
#include "report/text/schedule_text.h"
#include "report/text/shrink_text.h"
#include "report/text/stack_error_text.h"
#include "report/text/summary.h"
#include "report/text/thread_text.h"
#include "report/text/unfinished_text.h"
#include "report/text/wait_text.h"
#include "report/text/warning_text.h"
#include "strategies/registry.h"

namespace heddle::report {

namespace {

using Json = nlohmann::ordered_json;

std::string_view state_name(ThreadState state) {
  switch (state) {
    case ThreadState::kEnabled:
      return "enabled";
    case ThreadState::kBlocked:
      return "blocked";
    case ThreadState::kFinished:
      return "finished";
  }
  return "unknown";
}

std::string place_or_nothing(SiteId site, const Places& places) {
  return site == kNoSite ? std::string() : places.place(site);
}

Json held_json(const FailureNames& names, const std::vector<HeldLock>& locks) {
  Json json = Json::array();
  for (const HeldLock& held : locks) {
    Json lock = {{"object", names.plain(held.lock)}, {"site", place_or_nothing(held.site, names.places())}};
    if (held.for_reading) lock["for_reading"] = true;
    json.push_back(std::move(lock));
  }
  return json;
}

Json stack_json(const std::vector<Frame>& stack) {
  Json json = Json::array();
  for (const Frame& frame : stack) json.push_back({{"function", frame.function}, {"site", frame.place}});
  return json;
}

Json deed_json(const FailureNames& names, const PastDeed& deed) {
  if (deed.thread == kNoThread) return nullptr;
  return {{"thread", names.identity(deed.thread)},
          {"stack", stack_json(names.places().user_stack(deed.stack))}};
}

Json access_json(const FailureNames& names, const RacingAccess& access) {
  Json json = Json::object();
  json["thread"] = names.identity(access.thread);
  json["writes"] = access.writes;
  json["atomic"] = access.atomic;
  if (access.is_volatile) json["volatile"] = true;
  if (access.frees) json["frees"] = true;
  if (access.deed != OperationKind::kNone) json["operation"] = to_string(access.deed);
  if (access.allocates) json["allocates"] = true;
  json["size"] = access.size;
  json["site"] = place_or_nothing(access.site, names.places());
  json["step"] = access.step + 1;
  json["holds"] = held_json(names, access.held);
  json["stack"] = stack_json(names.places().user_stack(access.stack));
  if (access.created.thread != kNoThread) json["thread_created"] = deed_json(names, access.created);
  return json;
}

Json heap_json(const FailureNames& names) {
  const HeapError& error = names.failure().heap;
  Json json = Json::object();
  json["error"] = heap_error_id(error.kind);
  json["object"] = names.plain(error.object);
  json["block_size"] = error.block_size;
  json["offset"] = error.offset;
  json["access_size"] = error.size;
  json["allocated"] = deed_json(names, error.allocated);
  json["freed"] = deed_json(names, error.freed);
  return json;
}

Json wait_json(const FailureNames& names, const ThreadReport& thread) {
  const WaitState& wait = thread.wait;
  Json json = Json::object();
  json["for"] = awaited_kind_name(names, thread);
  if (wait.value_is_known) json["value"] = wait.value;
  if (wait.wanted != 0) json["wanted"] = wait.wanted;
  json["woken_before"] = wait.rounds;
  if (wait.last != OperationKind::kNone)
    json["last"] = {{"operation", to_string(wait.last)},
                    {"thread", names.thread(wait.last_thread)},
                    {"site", place_or_nothing(wait.last_site, names.places())}};
  return json;
}

Json stack_error_json(const FailureNames& names) {
  const StackError& error = names.failure().stack;
  Json json = Json::object();
  json["error"] = stack_error_id(error.kind);
  json["object"] = names.plain(error.object, error.size);
  json["function"] = frame_function(names);
  json["owner"] = error.owner == kNoThread ? Json(nullptr) : Json(names.thread(error.owner));
  json["access_size"] = error.size;
  json["used"] = deed_json(names, error.used);
  return json;
}

Json thread_json(const FailureNames& names, ThreadId id) {
  const ThreadReport& thread = names.failure().threads[id];
  Json json = Json::object();
  json["name"] = thread.name;
  if (!thread.given_name.empty()) json["given_name"] = thread.given_name;
  // It went on after its access.
  if (names.failure().kind == FailureKind::kDataRace) return json;
  json["state"] = state_name(thread.state);
  json["operation"] = to_string(thread.next.kind);
  json["object"] = names.plain(thread.object, is_access(thread.next.kind) ? thread.next.size : 0);
  json["site"] = place_or_nothing(thread.next.site, names.places());
  json["holds"] = held_json(names, thread.held);
  json["stack"] = stack_json(stack_of(names, id));
  if (thread.wait.how != OperationKind::kNone) json["wait"] = wait_json(names, thread);
  return json;
}

// An operation whose order matters.
Json deed_of_pair(const FailureNames& names, const PerformedOperation& operation) {
  return {{"thread", names.thread(operation.thread)},
          {"operation", to_string(operation.what.kind)},
          {"site", place_or_nothing(operation.what.site, names.places())}};
}

void put_older_stores(const OlderStores& older, Json& json) {
  if (older.read != 0) json["stale_reads"] = older.read;
  if (older.overtaken != 0) json["overtaken_stores"] = older.overtaken;
  if (older.failed != 0) json["failing_exchanges"] = older.failed;
}

Json missing_orders_json(const Bug& bug, const Places& places) {
  Json json = {{"orders", Json::array()},
               {"executions", bug.ordered_tries},
               {"fails_nevertheless", bug.fails_when_ordered}};
  for (const MissingOrderPlace& each : missing_order_places(bug, places))
    json["orders"].push_back({{"operation", each.operation}, {"place", each.place}});
  return json;
}

Json bug_json(const Bug& bug, const RunDescription& run, const Places& places) {
  const Failure& failure = bug.report.failure;
  const FailureNames names(failure, places);
  Json json = Json::object();
  json["id"] = bug.id;
  json["kind"] = to_string(failure.kind);
  json["message"] = headline(failure, places, run.options.search.execution.expected_exit);
  json["site"] = place_or_nothing(failure.site, places);
  json["threads"] = Json::array();
  for (std::size_t id = 0; id < failure.threads.size(); ++id)
    json["threads"].push_back(thread_json(names, static_cast<ThreadId>(id)));
  if (failure.kind == FailureKind::kDataRace) {
    json["object"] = names.racing_plain();
    json["accesses"] = {access_json(names, failure.race.first), access_json(names, failure.race.second)};
    if (failure.race.place.kind == ObjectKind::kHeap && failure.race.allocated.thread != kNoThread)
      json["allocated"] = {{"size", failure.race.place.size},
                           {"by", deed_json(names, failure.race.allocated)}};
  }
  if (failure.kind == FailureKind::kHeapError) json["heap"] = heap_json(names);
  if (failure.kind == FailureKind::kStackError) json["stack_error"] = stack_error_json(names);
  json["execution"] = bug.execution;
  if (bug.attempt) json["attempt"] = true;
  if (!bug.tactic.empty()) json["strategy"] = bug.tactic;
  json["times"] = bug.times;
  if (bug.depth != 0) json["depth"] = bug.depth;
  if (bug.radius != 0) json["radius"] = bug.radius;
  if (bug.stable) json["switches"] = context_switches_of(bug);
  put_older_stores(older_stores_of(bug), json);
  if (bug.sequential_tries != 0) json["sequential_tries"] = bug.sequential_tries;
  if (bug.ordered_tries != 0) json["missing_orders"] = missing_orders_json(bug, places);
  if (bug.shrinking.done) {
    json["shrunk_from"] = bug.shrinking.from;
    json["reexecutions"] = bug.shrinking.reexecutions;
    json["essence"] = essence_places(bug, places);
    json["essence_pairs"] = Json::array();
    for (const DecisivePair& pair : told_pairs(bug, places))
      json["essence_pairs"].push_back(
          {{"before", deed_of_pair(names, pair.before)}, {"after", deed_of_pair(names, pair.after)}});
    if (!bug.shrinking.ended_early.empty()) json["shrinking_ended_early"] = bug.shrinking.ended_early;
  }
  if (const std::vector<std::string> early = early_deadlines(bug.report, places); !early.empty())
    json["early_deadlines"] = early;
  json["stable"] = bug.stable;
  if (!bug.unstable_reason.empty()) json["unstable_reason"] = bug.unstable_reason;
  if (bug.difference)
    json["first_difference"] = {{"step", bug.difference->step + 1},
                                {"thread", names.thread(bug.difference->thread)},
                                {"after", place_or_nothing(bug.difference->after, places)},
                                {"one", place_or_nothing(bug.difference->one.site, places)},
                                {"other", place_or_nothing(bug.difference->other.site, places)}};
  for (const KernelAnswer& answer : bug.differing_answers)
    json["differing_answers"].push_back(call_text(answer, places));
  json["schedule"] = schedule_file_name(bug.id);
  json["line"] = print_line(schedule_of(bug, run, places));
  json["output"] = output_file_name(bug.id);
  return json;
}

Json unfinished_json(const ExecutionReport& execution, const Places& places) {
  Json json = Json::object();
  json["execution"] = execution.number + 1;
  json["seconds"] = static_cast<double>(execution.milliseconds) / 1000;
  json["steps"] = execution.steps;
  json["found"] = to_string(execution.whereabouts);
  if (execution.whereabouts == Whereabouts::kUnknown) return json;
  const FailureNames names(execution.failure, places);
  json["thread"] = names.thread(execution.failure.thread);
  json["site"] = place_or_nothing(execution.failure.site, places);
  json["threads"] = Json::array();
  for (std::size_t id = 0; id < execution.failure.threads.size(); ++id)
    json["threads"].push_back(thread_json(names, static_cast<ThreadId>(id)));
  return json;
}

}  // namespace

std::string results_json(const host::HuntResult& result, const RunDescription& run, const Places& places,
                         const CoverageDocument& coverage) {
  const SearchSettings& search = run.options.search;
  Json json = Json::object();
  json["heddle"] = HEDDLE_VERSION;
  json["program"] = run.program;
  json["args"] = run.arguments;
  json["strategy"] = search.strategy;
  json["seed"] = search.seed;
  json["granularity"] = to_string(search.execution.granularity);
  if (search.snapshot.is_given()) json["snapshot"] = search.snapshot.name;
  if (search.region.is_given()) json["region"] = search.region.name;
  if (search.execution.stall != kAnyStall)
    json["stall_seconds"] = static_cast<double>(search.execution.stall) / 1e9;
  json["memory"] = explored_memory(run, result.totals.weak_memory != 0) == Memory::kCpp ? "c++" : "sc";
  if (result.totals.held_back != 0) json["held_back"] = result.totals.held_back;
  json["instrumented"] = run.instrumented;
  json["not_instrumented"] = run.not_instrumented;
  for (const UncontrolledPlace& each : run.uncontrolled)
    json["uncontrolled"].push_back({{"instruction", each.instruction}, {"site", places.place(each.site)}});
  if (result.size.threads != 0)
    json["size"] = {{"threads", result.size.threads},
                    {"acquisitions", result.size.acquisitions},
                    {"sync_events", result.size.sync_events},
                    {"events", result.size.events}};
  json["executions"] = result.totals.executions;
  if (result.totals.abandoned != 0) json["abandoned"] = result.totals.abandoned;
  if (result.totals.samples != 0) json["sample_executions"] = result.totals.samples;
  json["events"] = result.totals.events;
  json["steps"] = result.totals.steps;
  json["switches"] = result.totals.switches;
  if (run.options.search.execution.digest) json["digest"] = fmt::format("{:016x}", result.totals.digest);
  for (std::size_t i = 0; i < kTallies; ++i)
    if (const std::string_view counted = tally_name(search.strategy, i); !counted.empty())
      json["decisions"][std::string(counted)] = result.totals.tally[i];
  json["seconds"] = result.seconds;
  json["whole_seconds"] = std::max(result.seconds, result.whole_seconds);
  json["end"] = to_string(result.end);
  if (!result.claim.empty()) json["claim"] = result.claim;
  if (result.left.is_known())
    json["left"] = {{"executions", result.left.mean},
                    {"from", result.left.range().from},
                    {"to", result.left.range().to},
                    {"samples", result.left.samples}};
  if (!result.problem.empty() || result.unfinished) json["problem"] = problem_sentence(result, places);
  if (result.unfinished) json["unfinished"] = unfinished_json(*result.unfinished, places);
  for (std::size_t i = 0; i < kBounds; ++i)
    if (result.totals.beyond[i] != 0)
      json["limits"][std::string(to_string(static_cast<Bound>(i)))] = result.totals.beyond[i];
  for (const UnjoinedPlace& place : result.unjoined)
    json["unjoined"].push_back({{"created", places.place(place.site)},
                                {"executions", place.executions},
                                {"execution", place.first + 1}});
  json["bugs"] = Json::array();
  for (const Bug& bug : result.bugs) json["bugs"].push_back(bug_json(bug, run, places));
  if (result.suppressed != 0) json["suppressed_races"] = result.suppressed;
  if (!result.possible_races.empty())
    json["possible_races"] = {{"count", result.possible_races.size()},
                              {"libraries", opaque_libraries(result)}};
  json["warnings"] = Json::array();
  for (const host::Warning& warning : result.warnings)
    json["warnings"].push_back(warning_json(warning, places));
  json["coverage"] = Json::object();
  for (const MetricDocument& metric : coverage.metrics) {
    Json& entry = json["coverage"][metric.metric];
    if (has_estimate(metric)) entry["required"] = metric.required();
    entry["covered"] = metric.covered();
    if (has_estimate(metric)) entry["discovered"] = metric.discovered();
  }
  json["saturated"] = result.end == host::HuntEnd::kSaturated;
  json["fails_always"] = result.fails_always;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
