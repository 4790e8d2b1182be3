// Heddle's API for tests: explores the interleavings of a body that is run again and again in this process.
//
//   #include <heddle/heddle.h>
//
//   const heddle::Exploration explored = heddle::explore({.executions = 100'000}, [] {
//     Queue queue;
//     std::thread producer([&] { queue.push(1); });
//     queue.pop();
//     producer.join();
//   });
//   EXPECT_TRUE(explored.ok()) << explored.report;
//
// Compile with `heddle c++`. The body must leave nothing behind: it joins its threads, releases its locks and
// starts from the same state each time; restore_globals takes care of global state. docs/in-process.md has
// the guide.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <heddle/explore_abi.h>
#include <heddle/mark.h>

namespace heddle {

struct ExploreOptions {
  std::string strategy = "auto";  // NAME[:key=value,...]; `heddle strategies` lists them
  std::uint64_t executions = 10'000;
  double seconds = 60;
  std::uint64_t seed = 1;
  std::string granularity = "shared";  // sync, shared or all
  std::string races = "report";        // data races are failures; or ignore
  std::string coverage = "none";  // what is measured: sync-pairs, iroots, patterns, a list of them, or all
  std::uint64_t step_limit = 50'000;  // steps without progress before an execution is a livelock
  std::string stall = "100ms";  // for how long sleeps and time-outs may end early in all, or none or any
  std::string memory = "auto";  // sc, c++, or c++ once an atomic operation was weaker than seq_cst
  bool stop_at_first_bug = true;
  bool shrink = true;            // the failing schedule to the fewest context switches
  bool restore_globals = false;  // global variables, the heap and the like are put back after each execution
  std::string schedule_file;     // where a failing schedule is written; empty: heddle-NAME-N.schedule
};

struct MeasuredCoverage {
  std::string metric;
  std::uint64_t covered = 0;
  std::uint64_t expected = 0;  // covered ones included
};

// What came of it.
struct Exploration {
  std::uint64_t executions = 0;
  std::uint64_t failed = 0;  // executions that failed
  std::uint64_t races = 0;   // data races, each place in memory once; they do not make an execution fail
  std::uint64_t steps = 0;
  std::uint64_t switches = 0;
  double seconds = 0;
  bool exhausted = false;  // the strategy has tried everything
  std::vector<MeasuredCoverage> coverage;

  // The first bug.
  std::string kind;             // assertion, deadlock, data-race, ...; empty: none was found
  std::string message;          // in a line, with file and line of the source
  std::string report;           // in full: what each thread was doing
  bool stable = false;          // the failing schedule failed again in fresh processes
  std::string unstable_reason;  // where it did not: what happened instead
  int context_switches = 0;     // of the failing schedule
  std::string schedule_file;    // HEDDLE_REPLAY=<this file> replays it

  std::string error;  // why nothing could be explored

  bool ok() const { return kind.empty() && error.empty(); }
};

namespace detail {

template <typename Body, typename Start>
Exploration started(const ExploreOptions& options, Body& body, Start start) {
  heddle_explore_request request{};
  request.strategy = options.strategy.c_str();
  request.granularity = options.granularity.c_str();
  request.races = options.races.c_str();
  request.coverage = options.coverage.c_str();
  request.stall = options.stall.c_str();
  request.memory = options.memory.c_str();
  request.schedule_file = options.schedule_file.c_str();
  request.executions = options.executions;
  request.seed = options.seed;
  request.step_limit = options.step_limit;
  request.seconds = options.seconds;
  request.stop_at_first_bug = options.stop_at_first_bug;
  request.shrink = options.shrink;
  request.restore_globals = options.restore_globals;
  struct Call {
    Body& body;
  } call{body};
  request.body = [](void* argument) { static_cast<Call*>(argument)->body(); };
  request.argument = &call;
  heddle_explore_result raw{};
  start(request, raw);
  Exploration explored;
  explored.executions = raw.executions;
  explored.failed = raw.failed;
  explored.races = raw.races;
  explored.steps = raw.steps;
  explored.switches = raw.switches;
  explored.seconds = raw.seconds;
  explored.exhausted = raw.exhausted != 0;
  for (const heddle_explore_coverage& each : raw.coverage)
    if (each.metric[0] != '\0') explored.coverage.push_back({each.metric, each.covered, each.expected});
  explored.kind = raw.kind;
  explored.message = raw.message;
  explored.report = raw.report;
  explored.stable = raw.stable != 0;
  explored.unstable_reason = raw.unstable_reason;
  explored.context_switches = raw.context_switches;
  explored.schedule_file = raw.schedule_file;
  explored.error = raw.error;
  return explored;
}

}  // namespace detail

template <typename Body>
Exploration explore(const ExploreOptions& options, Body&& body) {
  return detail::started(options, body,
                         [](const heddle_explore_request& request, heddle_explore_result& result) {
                           heddle_explore_4(&request, &result);
                         });
}

// One schedule again, as a regression test: "h2:..." as `heddle replay FILE --line` prints it, or the name of
// a schedule file. The schedule is followed as far as it goes, so that the body may change; once it is
// repaired this passes. `options` say what is put back after the body (restore_globals) and how long it may
// take.
template <typename Body>
Exploration replay(const std::string& schedule, Body&& body, const ExploreOptions& options = {}) {
  return detail::started(options, body,
                         [&schedule](const heddle_explore_request& request, heddle_explore_result& result) {
                           heddle_replay_2(schedule.c_str(), &request, &result);
                         });
}

}  // namespace heddle
