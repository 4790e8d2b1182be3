// Heddle's API for tests: explores the interleavings of a body that is run again and again in this process.
//
//   #include <heddle/heddle.h>
//
//   heddle::Result result = heddle::explore({.executions = 100'000}, [] {
//     Queue queue;
//     std::thread producer([&] { queue.push(1); });
//     queue.pop();
//     producer.join();
//   });
//   EXPECT_TRUE(result.ok()) << result.message;
//
// Compile with `heddle c++`. The body must leave nothing behind: it joins its threads, releases its locks and
// starts from the same state each time; restore_globals takes care of global state. docs/in-process.md has
// the guide.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include <heddle/explore_abi.h>

namespace heddle {

struct Options {
  std::string strategy = "random";  // NAME[:key=value,...]; `heddle strategies` lists them
  std::uint64_t executions = 10'000;
  double seconds = 60;
  std::uint64_t seed = 1;
  std::string granularity = "shared";  // sync, shared or all
  std::uint64_t step_limit = 50'000;   // steps without progress before an execution is a livelock
  bool stop_at_first_bug = true;
  bool restore_globals = false;  // global variables, the heap and the like are put back after each execution
  std::string schedule_file;     // where a failing schedule is written; empty: heddle-NAME-N.schedule
};

struct Result {
  std::uint64_t executions = 0;
  std::uint64_t failed = 0;  // executions that failed
  std::uint64_t steps = 0;
  std::uint64_t switches = 0;
  double seconds = 0;
  bool exhausted = false;  // the strategy has tried everything
  bool stable = false;     // the failing schedule failed again in a fresh process
  std::string kind;        // of the first failure: assertion, deadlock, ...; empty: none
  std::string message;
  std::string schedule_file;  // HEDDLE_REPLAY=<this file> replays it
  std::string error;          // why nothing could be explored

  bool ok() const { return kind.empty() && error.empty(); }
};

template <typename Body>
Result explore(const Options& options, Body&& body) {
  heddle_explore_request request{};
  request.strategy = options.strategy.c_str();
  request.granularity = options.granularity.c_str();
  request.schedule_file = options.schedule_file.c_str();
  request.executions = options.executions;
  request.seed = options.seed;
  request.step_limit = options.step_limit;
  request.seconds = options.seconds;
  request.stop_at_first_bug = options.stop_at_first_bug;
  request.restore_globals = options.restore_globals;
  struct Call {
    std::remove_reference_t<Body>& body;
  } call{body};
  request.body = [](void* argument) { static_cast<Call*>(argument)->body(); };
  request.argument = &call;
  heddle_explore_result raw{};
  heddle_explore(&request, &raw);
  Result result;
  result.executions = raw.executions;
  result.failed = raw.failed;
  result.steps = raw.steps;
  result.switches = raw.switches;
  result.seconds = raw.seconds;
  result.exhausted = raw.exhausted != 0;
  result.stable = raw.stable != 0;
  result.kind = raw.kind;
  result.message = raw.message;
  result.schedule_file = raw.schedule_file;
  result.error = raw.error;
  return result;
}

}  // namespace heddle
