// What `heddle test` knows about each test, with everything resolved: what its reports are made of (terminal,
// results.json, JUnit, SARIF, annotations), and what the processes that explore tests send to the one that
// reports.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "event/result.h"
#include "host/hunt.h"
#include "report/model/places.h"
#include "report/model/run_description.h"
#include "report/model/style.h"

namespace heddle::report {

enum class TestVerdict : std::uint8_t {
  kPassed,
  kNoThreads,     // passed, and there was nothing to explore
  kFailed,        // with a bug that is not in the file of known ones
  kKnown,         // all its bugs are in the file of known ones
  kSkipped,       // not explored on purpose, or it skipped itself
  kUncontrolled,  // it could not be explored, or not to its end
  kInterrupted    // the user stopped it before its end
};

std::string_view to_string(TestVerdict verdict);  // as results.json spells it
TestVerdict verdict_from(std::string_view text);  // kUncontrolled for what is none

struct CodePlace {
  std::string function;
  std::string file;   // the path, for opening it; empty if it is not known
  std::string place;  // "bank.cc:14", "bank+0x12ab"
  int line = 0;
};

struct TestThread {
  std::string name;
  std::string state;             // in words: "waits to lock `mutex`, held by main.1"
  std::vector<CodePlace> stack;  // innermost first
};

// An operation whose place in the order of things makes the failure.
struct TestStep {
  std::string thread;
  CodePlace where;
};

struct TestBug {
  unsigned id = 0;
  std::string kind;
  std::string message;  // one line; of an assertion of the test framework its own words
  std::string details;  // those words as they were printed; empty: there are none
  CodePlace where;
  std::string functions;  // of those who take part: what is the same in every run
  std::string subject;    // what the message comes down to when numbers do not count
  std::vector<TestThread> threads;
  std::uint64_t execution = 0;
  std::string tactic;
  bool stable = true;
  std::string unstable_reason;
  std::string essence;          // "2 context switches are enough: ..."; empty: it was not shrunk
  std::vector<TestStep> steps;  // the same in their order; the second of each pair comes too late
  std::string schedule;         // file name within the test's folder
  std::string output;           // the end of what the program printed, made visible
  std::string text;             // the whole report, for the terminal
  bool known = false;
};

struct TestReport {
  std::string name;
  std::string folder;  // of its files, within the output folder
  TestVerdict verdict = TestVerdict::kInterrupted;
  std::string reason;  // why it was skipped or could not be controlled
  std::uint64_t executions = 0;
  std::uint64_t steps = 0;
  double seconds = 0;
  bool fails_always = false;
  std::uint64_t suppressed = 0;   // data races
  std::uint64_t weak_memory = 0;  // executions (SearchTotals::weak_memory)
  std::uint64_t held_back = 0;    // executions (SearchTotals::held_back)
  std::vector<TestBug> bugs;
  std::string warnings;                // in words, for the terminal
  std::string notes;                   // what a reader must know of how it was explored
  std::vector<std::string> libraries;  // that were not instrumented
  std::string results;                 // what `heddle run` would have written to results.json
};

// Of a finished hunt.
TestReport test_report(const std::string& name, const host::HuntResult& result, const RunDescription& run,
                       const Places& places, const Style& style);

// The test skipped itself in its first execution, for this reason. Without threads it always does.
void note_skip(TestReport& report, const std::string& reason);

// One bug of it, as far as it takes to recognise it.
TestBug test_bug(const Bug& bug, const RunDescription& run, const Places& places);

// Again after bugs were found to be known.
void judge(TestReport& report);

std::string encode(const TestReport& report);
Result<TestReport> decode_test_report(const std::string& text);

}  // namespace heddle::report
