#include "report/formats/test_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/model/text.h"
#include "report/text/program_output.h"
#include "report/text/summary.h"

namespace heddle::report {

namespace {

constexpr std::size_t kWidestName = 60;
constexpr std::size_t kTestsPerNote = 5;
constexpr std::size_t kLinesOfDetails = 15;

std::string verdict_word(TestVerdict verdict, const Style& style) {
  const auto padded = [](std::string_view word) { return fmt::format("{:<9}", word); };
  switch (verdict) {
    case TestVerdict::kPassed:
    case TestVerdict::kNoThreads:
      return style.green(padded("passed"));
    case TestVerdict::kFailed:
      return style.red(padded("FAILED"));
    case TestVerdict::kKnown:
      return style.yellow(padded("known"));
    case TestVerdict::kSkipped:
      return style.dim(padded("skipped"));
    case TestVerdict::kUncontrolled:
      return style.red(padded("ERROR"));
    case TestVerdict::kInterrupted:
      break;
  }
  return style.yellow(padded("not done"));
}

std::string explored_text(const TestReport& report) {
  if (report.verdict == TestVerdict::kNoThreads) return "no threads";
  return counted(report.executions, "execution");
}

std::string bug_section(const TestRun& run, const TestReport& report, const TestBug& bug, bool in_full,
                        const Style& style) {
  std::string text;
  if (in_full) {
    text += bug.text + "\n";
  } else {
    const std::string place = bug.where.place.empty() ? "" : " at " + bug.where.place;
    text += wrapped(bug.details.empty() ? bug.message : "assertion of the test" + place, 2, 4);
    text += output_excerpt(bug.details, style, kLinesOfDetails);
  }
  std::string found = fmt::format("found in execution {} of {}{}", with_thousands(bug.execution),
                                  with_thousands(std::max(report.executions, bug.execution)),
                                  bug.tactic.empty() ? "" : " by " + visible(bug.tactic));
  if (bug.known) found += "; known";
  text += wrapped(found, 2, 4);
  if (report.fails_always)
    text += wrapped("fails on every schedule: probably no concurrency bug", 2, 4);
  else if (!bug.essence.empty())
    text += wrapped(bug.essence, 2, 4);
  if (!bug.stable) text += style.yellow("  unstable") + wrapped(": " + visible(bug.unstable_reason), 0, 4);
  const std::string file = schedule_path(run, report, bug);
  text += "  run again: " + style.bold("heddle replay " + visible(shell_quoted(file))) + "\n";
  return text;
}

std::string counts_text(const TestRun& run, const Style& style) {
  const TestCounts counts = count(run.tests);
  std::vector<std::string> parts;
  parts.push_back(with_thousands(counts.passed) + " passed");
  if (counts.no_threads != 0)
    parts.back() += fmt::format(" ({} without threads)", with_thousands(counts.no_threads));
  const std::string failed = with_thousands(counts.failed) + " failed";
  if (counts.failed != 0) parts.push_back(failed);
  if (counts.known != 0) parts.push_back(with_thousands(counts.known) + " with known bugs only");
  if (counts.uncontrolled != 0)
    parts.push_back(with_thousands(counts.uncontrolled) + " could not be controlled");
  if (counts.skipped != 0) parts.push_back(with_thousands(counts.skipped) + " skipped");
  if (counts.interrupted != 0) parts.push_back(with_thousands(counts.interrupted) + " not done");
  std::string text = wrapped(fmt::format("{}: {} ({}).", counted(run.tests.size(), "test"),
                                         fmt::join(parts, ", "), seconds_text(run.seconds)),
                             0, 2);
  if (const std::size_t at = text.find(failed); at != std::string::npos && counts.failed != 0)
    text.replace(at, failed.size(), style.red(failed));
  return text;
}

std::string test_note(const std::string& sentence, const Style& style) {
  const std::string word = "Note:";
  return style.yellow(word) + wrapped(word + " " + sentence, 0, 2).substr(word.size());
}

// The same note about several tests is told once.
std::string notes_text(const TestRun& run, const Style& style) {
  std::vector<std::pair<std::string, std::vector<std::string>>> notes;
  for (const TestReport& report : run.tests) {
    if (report.notes.empty()) continue;
    auto found = std::find_if(notes.begin(), notes.end(),
                              [&report](const auto& note) { return note.first == report.notes; });
    if (found == notes.end()) found = notes.insert(notes.end(), {report.notes, {}});
    found->second.push_back(visible(report.name));
  }
  std::string text;
  for (const auto& [words, tests] : notes)
    text += test_note(listed(tests, kTestsPerNote) + ": " + words, style);
  return text;
}

std::string seen_text(const TestRun& run, const Style& style) {
  const RunDescription& description = run.description;
  if (!description.instrumented)
    return test_note(
        "only synchronisation was seen, because the program was not built by Heddle: accesses to plain and "
        "atomic variables were not explored. Rebuild it with 'heddle c++' in place of the compiler.",
        style);
  if (description.not_instrumented.empty()) return {};
  std::vector<std::string> names;
  for (const std::string& name : description.not_instrumented) names.push_back(visible(name));
  return test_note(fmt::format("not instrumented: {}; only synchronisation was seen in there. Build what is "
                               "under test with 'heddle c++ -shared'.{}",
                               listed(names),
                               description.options.search.execution.memory == Memory::kByOrders
                                   ? " Until then weak memory is not explored in these tests."
                                   : ""),
                   style);
}

std::string known_text(const TestRun& run) {
  std::string text;
  for (const KnownBug& bug : run.not_seen)
    text +=
        wrapped(fmt::format("Known, but not seen this time: {} ({}{}). If it is repaired, remove it from {}.",
                            bug.test, bug.kind, bug.functions.empty() ? "" : " in " + bug.functions,
                            visible(run.known_file)),
                0, 2);
  return text;
}

}  // namespace

std::string test_heading(const TestRun& run) {
  const host::HuntOptions& options = run.description.options;
  const std::string in_all =
      run.total_seconds > 0 ? fmt::format(" and {:g} s in all", run.total_seconds) : "";
  return fmt::format("{} of {} ({}), up to {} each{}, {} at a time\n", counted(run.tests.size(), "test"),
                     visible(run.description.program), run.framework, budget_text(options), in_all, run.jobs);
}

std::size_t name_column(const std::vector<std::string>& names) {
  std::size_t columns = 0;
  for (const std::string& name : names) columns = std::max(columns, width(visible(name)));
  return std::min(columns, kWidestName);
}

std::string test_line(const TestReport& report, std::size_t columns, const Style& style) {
  const std::string name = visible(report.name);
  std::string text = "  " + verdict_word(report.verdict, style) + name;
  if (report.verdict == TestVerdict::kSkipped || report.verdict == TestVerdict::kInterrupted ||
      (report.verdict == TestVerdict::kUncontrolled && report.executions == 0)) {
    text += "\n";
  } else {
    text.append(columns - std::min(columns, width(name)), ' ');
    text += fmt::format("  {:>18}  {:>8}\n", explored_text(report), seconds_text(report.seconds));
  }
  if (!report.reason.empty()) text += wrapped(report.reason, 11, 11);
  return text;
}

std::string test_status(std::size_t done, std::size_t all, std::size_t failed,
                        const std::vector<RunningTest>& running, std::size_t columns) {
  std::string text = fmt::format("  {} of {}", done, counted(all, "test"));
  if (failed != 0) text += fmt::format(", {} failed", failed);
  for (const RunningTest& test : running)
    text += fmt::format(" | {} {}", visible(test.name), with_thousands(test.executions));
  return shortened(text, columns);
}

std::string test_summary(const TestRun& run, bool in_full, const Style& style) {
  std::string text;
  for (const TestReport& report : run.tests) {
    if (report.bugs.empty()) continue;
    text += "\n" + style.bold(visible(report.name)) + "\n";
    for (const TestBug& bug : report.bugs) text += bug_section(run, report, bug, in_full, style);
  }
  for (const TestReport& report : run.tests)
    if (!report.warnings.empty()) text += "\n" + style.bold(visible(report.name)) + "\n" + report.warnings;
  text += "\n" + counts_text(run, style);
  if (std::any_of(run.tests.begin(), run.tests.end(),
                  [](const TestReport& report) { return !report.bugs.empty(); }))
    text +=
        "As a page: " + style.bold("heddle report " + visible(shell_quoted(run.description.output_folder))) +
        "\n";
  std::uint64_t suppressed = 0;
  for (const TestReport& report : run.tests) suppressed += report.suppressed;
  if (suppressed != 0) text += fmt::format("Suppressed: {}.\n", counted(suppressed, "data race"));
  if (run.interrupted) text += style.yellow("Interrupted") + ": these are the results so far.\n";
  const bool held_back = std::any_of(run.tests.begin(), run.tests.end(),
                                     [](const TestReport& report) { return report.held_back != 0; });
  const bool some_weak = std::any_of(run.tests.begin(), run.tests.end(),
                                     [](const TestReport& report) { return report.weak_memory != 0; });
  const SearchSettings& search = run.description.options.search;
  const Memory memory = explored_memory(run.description, some_weak);
  text += wrapped(fmt::format("Explored: {} of each test, at granularity '{}', strategy {}, seed {}. {}",
                              interleavings_text(memory), to_string(search.execution.granularity),
                              visible(search.strategy), search.seed,
                              not_explored_text(search.execution, memory, held_back)));
  return text + known_text(run) + notes_text(run, style) + seen_text(run, style);
}

}  // namespace heddle::report
