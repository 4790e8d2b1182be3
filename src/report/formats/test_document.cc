#include "report/formats/test_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "host/framework_message.h"
#include "report/formats/results_json.h"
#include "report/model/deed_words.h"
#include "report/model/failure_names.h"
#include "report/model/text.h"
#include "report/text/early_text.h"
#include "report/text/headline.h"
#include "report/text/limits_text.h"
#include "report/text/shrink_text.h"
#include "report/text/summary.h"
#include "report/text/thread_text.h"
#include "report/text/unfinished_text.h"
#include "report/text/warning_text.h"

namespace heddle::report {

namespace {

constexpr std::size_t kKeptTestOutput = 16 * 1024;  // the end of it; the file of the bug has all
constexpr std::size_t kLongestTestMessage = 400;

CodePlace code_place(const Frame& frame) {
  return {frame.function, frame.path, frame.place, frame.line};
}

std::vector<CodePlace> code_places(const std::vector<Frame>& frames) {
  std::vector<CodePlace> result;
  for (const Frame& frame : frames) result.push_back(code_place(frame));
  return result;
}

TestThread racing_thread(const FailureNames& names, const RacingAccess& access) {
  std::string deed = access.frees       ? "frees it"
                     : access.allocates ? "allocates it"
                     : access.writes    ? "writes"
                                        : "reads";
  if (access.atomic) deed += " atomically";
  if (access.deed != OperationKind::kNone) deed = fmt::format("{} it", deed_words(access.deed).now);
  return {names.thread(access.thread), deed, code_places(names.places().user_stack(access.stack))};
}

std::vector<TestThread> threads_of(const FailureNames& names) {
  const Failure& failure = names.failure();
  if (failure.kind == FailureKind::kDataRace)
    return {racing_thread(names, failure.race.first), racing_thread(names, failure.race.second)};
  std::vector<TestThread> threads;
  for (std::size_t i = 0; i < failure.threads.size(); ++i) {
    const auto id = static_cast<ThreadId>(i);
    if (names.is_finished(id)) continue;
    threads.push_back({names.thread(id), visible(state_text(names, id)), code_places(stack_of(names, id))});
  }
  return threads;
}

std::vector<TestStep> decisive_steps(const Bug& bug, const FailureNames& names) {
  std::vector<TestStep> steps;
  for (const DecisivePair& pair : told_pairs(bug, names.places()))
    for (const PerformedOperation* step : {&pair.before, &pair.after})
      steps.push_back({names.thread(step->thread), code_place(names.places().frame(step->what.site))});
  return steps;
}

// Whose stacks tell what happened: those who wait for each other, or the one that failed.
std::vector<ThreadId> actors(const FailureNames& names) {
  const Failure& failure = names.failure();
  if (failure.kind != FailureKind::kDeadlock) return {failure.thread};
  return failure.cycle.empty() ? names.root_waiters() : failure.cycle;
}

CodePlace place_of(const FailureNames& names) {
  const Failure& failure = names.failure();
  if (failure.kind == FailureKind::kDataRace) {
    const std::vector<Frame> stack = names.places().user_stack(failure.race.second.stack);
    if (!stack.empty()) return code_place(stack.front());
    return code_place(names.places().frame(failure.race.second.site));
  }
  for (const ThreadId id : actors(names)) {
    if (names.report(id) == nullptr) continue;
    for (const Frame& frame : stack_of(names, id))
      if (frame.line > 0 && !frame.library) return code_place(frame);
  }
  return failure.site == kNoSite ? CodePlace{} : code_place(names.places().frame(failure.site));
}

// In the order of the alphabet: which thread came first is the schedule's affair.
std::string functions_of(const FailureNames& names) {
  const Failure& failure = names.failure();
  std::set<std::string> functions;
  const auto add = [&functions](const std::vector<Frame>& stack) {
    if (!stack.empty() && !stack.front().function.empty()) functions.insert(stack.front().function);
  };
  if (failure.kind == FailureKind::kDataRace) {
    add(names.places().user_stack(failure.race.first.stack));
    add(names.places().user_stack(failure.race.second.stack));
  } else {
    for (const ThreadId id : actors(names))
      if (names.report(id) != nullptr) add(stack_of(names, id));
  }
  return fmt::format("{}", fmt::join(functions, ", "));
}

std::string subject_of(const FailureNames& names, const std::string& message) {
  switch (names.failure().kind) {
    case FailureKind::kDataRace:
      return names.racing_plain();
    case FailureKind::kDeadlock:
      return message.substr(0, message.find(':'));
    default:
      return message;
  }
}

std::string end_of(const std::string& text, std::size_t limit) {
  return text.size() <= limit ? text : "...\n" + text.substr(text.size() - limit);
}

// It ends the program with a status of its own; or, in a thread of the program's, it leaves that as an
// exception of the framework's.
bool is_assertion_of_framework(const Failure& failure) {
  constexpr std::string_view kThrown[] = {"N5Catch20TestFailureExceptionE",
                                          "N7doctest6detail20TestFailureExceptionE",
                                          "N5boost17execution_abortedE"};
  if (failure.kind == FailureKind::kExitStatus) return true;
  return failure.kind == FailureKind::kUncaughtException &&
         std::find(std::begin(kThrown), std::end(kThrown),
                   std::string_view(failure.text).substr(0, failure.text.find('\n'))) != std::end(kThrown);
}

TestVerdict verdict_of(const host::HuntResult& result) {
  if (!result.bugs.empty()) return TestVerdict::kFailed;
  if (result.end == host::HuntEnd::kInterrupted) return TestVerdict::kInterrupted;
  if (result.end == host::HuntEnd::kUncontrolled || result.totals.executions == 0)
    return TestVerdict::kUncontrolled;
  return result.saw_threads ? TestVerdict::kPassed : TestVerdict::kNoThreads;
}

std::string reason_of(const host::HuntResult& result, const RunDescription& run, const Places& places) {
  if (result.end != host::HuntEnd::kUncontrolled)
    return result.totals.executions == 0 ? "no execution was completed" : "";
  std::string reason = problem_sentence(result, places);
  if (result.unfinished) reason += ". " + unfinished_advice(*result.unfinished, run);
  return reason;
}

std::string notes_of(const host::HuntResult& result, const RunDescription& run, const Places& places) {
  std::string notes;
  if (const std::string few = few_executions_sentence(result, run); !few.empty()) notes += few + "; ";
  for (const std::string& sentence : limit_sentences(result.totals.beyond)) notes += sentence + "; ";
  if (const std::string unjoined = unjoined_sentence(result, places); !unjoined.empty())
    notes += unjoined + "; ";
  if (!result.written_file.empty())
    notes += fmt::format("writes to '{}', which Heddle does not undo; ", visible(result.written_file));
  if (!result.fallback.empty())
    notes += fmt::format("executions were forked: {}; ", visible(result.fallback));
  if (!result.possible_races.empty()) notes += possible_races_note(result) + "; ";
  if (!notes.empty()) notes.resize(notes.size() - 2);
  return notes;
}

}  // namespace

std::string_view to_string(TestVerdict verdict) {
  switch (verdict) {
    case TestVerdict::kPassed:
      return "passed";
    case TestVerdict::kNoThreads:
      return "no-threads";
    case TestVerdict::kFailed:
      return "failed";
    case TestVerdict::kKnown:
      return "known";
    case TestVerdict::kSkipped:
      return "skipped";
    case TestVerdict::kUncontrolled:
      return "uncontrolled";
    case TestVerdict::kInterrupted:
      return "interrupted";
  }
  return "unknown";
}

TestVerdict verdict_from(std::string_view text) {
  for (const TestVerdict verdict : {TestVerdict::kPassed, TestVerdict::kNoThreads, TestVerdict::kFailed,
                                    TestVerdict::kKnown, TestVerdict::kSkipped, TestVerdict::kInterrupted})
    if (to_string(verdict) == text) return verdict;
  return TestVerdict::kUncontrolled;
}

TestBug test_bug(const Bug& bug, const RunDescription& run, const Places& places) {
  const Failure& failure = bug.report.failure;
  const FailureNames names(failure, places);
  TestBug result;
  result.id = bug.id;
  result.kind = to_string(failure.kind);
  result.message = headline(failure, places, run.options.search.execution.expected_exit);
  result.where = place_of(names);
  result.functions = functions_of(names);
  if (is_assertion_of_framework(failure)) {
    if (const auto said = host::framework_message(bug.output)) {
      result.message = shortened(visible(said->brief()), kLongestTestMessage);
      result.details = visible_lines(said->text);
      result.where = {"", visible(said->file), "", said->line};
      if (said->line > 0)
        result.where.place = fmt::format("{}:{}", visible(base_name(said->file)), said->line);
      result.functions.clear();  // the framework's own
    }
  }
  result.subject = subject_of(names, result.message);
  result.execution = bug.execution;
  result.tactic = bug.tactic;
  result.stable = bug.stable;
  result.unstable_reason = bug.unstable_reason;
  result.schedule = schedule_file_name(bug.id);
  return result;
}

TestReport test_report(const std::string& name, const host::HuntResult& result, const RunDescription& run,
                       const Places& places, const Style& style) {
  TestReport report;
  report.name = name;
  report.verdict = verdict_of(result);
  if (report.verdict == TestVerdict::kUncontrolled || result.end == host::HuntEnd::kUncontrolled)
    report.reason = reason_of(result, run, places);
  report.executions = result.totals.executions;
  report.steps = result.totals.steps;
  report.seconds = std::max(result.seconds, result.whole_seconds);
  report.fails_always = result.fails_always;
  report.suppressed = result.suppressed;
  report.weak_memory = result.totals.weak_memory;
  report.held_back = result.totals.held_back;
  for (const Bug& bug : result.bugs) {
    TestBug each = test_bug(bug, run, places);
    const FailureNames names(bug.report.failure, places);
    each.threads = threads_of(names);
    each.steps = decisive_steps(bug, names);
    if (bug.shrinking.done) {
      each.essence = essence_line(bug, places);
      const std::string early = early_text(bug.report, Shrunk::kYes, places);
      if (!early.empty()) each.essence += "; " + early;
    }
    each.output = visible_lines(end_of(bug.output, kKeptTestOutput));
    each.text = bug_text(bug, run, places, style);
    report.bugs.push_back(std::move(each));
  }
  report.warnings = warnings_text(result.warnings, run, places, style);
  report.notes = notes_of(result, run, places);
  report.results = results_json(result, run, places, {});
  return report;
}

void note_skip(TestReport& report, const std::string& reason) {
  const std::string why = reason.empty() ? "" : ": " + visible(reason);
  if (report.verdict == TestVerdict::kNoThreads) {
    report.verdict = TestVerdict::kSkipped;
    report.reason = "skipped itself" + why;
  } else if (report.verdict == TestVerdict::kPassed) {
    report.reason = "skipped itself in an execution whose output was read" + why +
                    ". It has threads: other executions may have done more";
  }
}

void judge(TestReport& report) {
  if (report.verdict != TestVerdict::kFailed) return;
  const auto is_known = [](const TestBug& bug) { return bug.known; };
  if (!std::all_of(report.bugs.begin(), report.bugs.end(), is_known)) return;
  // Known bugs are no excuse for what could not be looked at.
  report.verdict = report.reason.empty() ? TestVerdict::kKnown : TestVerdict::kUncontrolled;
}

// Between two processes of the same heddle: the names of the members will do.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CodePlace, function, file, place, line)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TestThread, name, state, stack)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TestStep, thread, where)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TestBug, id, kind, message, details, where, functions, subject, threads,
                                   execution, tactic, stable, unstable_reason, essence, steps, schedule,
                                   output, text, known)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TestReport, name, folder, verdict, reason, executions, steps, seconds,
                                   fails_always, suppressed, weak_memory, held_back, bugs, warnings, notes,
                                   libraries, results)

std::string encode(const TestReport& report) {
  return nlohmann::json(report).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<TestReport> decode_test_report(const std::string& text) {
  try {
    return nlohmann::json::parse(text).get<TestReport>();
  } catch (const nlohmann::json::exception& error) {
    return Error{std::string("the report of the process that explored it is damaged: ") + error.what()};
  }
}

}  // namespace heddle::report
