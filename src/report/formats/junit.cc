#include "report/formats/junit.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/formats/markup.h"
#include "report/model/text.h"

namespace heddle::report {

namespace {

std::string attribute(std::string_view name, std::string_view value) {
  return fmt::format(" {}=\"{}\"", name, xml_text(value));
}

// Suite and test of GoogleTest; Catch2 knows no suites.
std::pair<std::string, std::string> class_and_name(const TestRun& run, const std::string& test) {
  const std::string program(base_name(run.description.program));
  const std::size_t dot = run.framework == "GoogleTest" ? test.find('.') : std::string::npos;
  if (dot == std::string::npos) return {program, test};
  return {program + "." + test.substr(0, dot), test.substr(dot + 1)};
}

std::string bug_paragraph(const TestRun& run, const TestReport& report, const TestBug& bug) {
  std::string text = placed_message(bug) + "\n";
  if (!bug.details.empty()) text += "\n" + bug.details;
  for (const TestThread& thread : bug.threads) {
    text += fmt::format("\n{}: {}\n", thread.name, thread.state);
    for (const CodePlace& place : thread.stack)
      text +=
          fmt::format("    at {}{}\n", place.place, place.function.empty() ? "" : " in " + place.function);
  }
  if (!bug.essence.empty()) text += "\n" + bug.essence + "\n";
  if (!bug.stable) text += "\nunstable: " + bug.unstable_reason + "\n";
  if (!bug.schedule.empty())
    text += fmt::format("\nrun again: heddle replay {}\n", shell_quoted(schedule_path(run, report, bug)));
  return text;
}

// One element at most is allowed: the first bug that is not known names it, all of them fill it.
std::string outcome_element(const TestRun& run, const TestReport& report) {
  switch (report.verdict) {
    case TestVerdict::kSkipped:
      return fmt::format("      <skipped>{}</skipped>\n", xml_text(report.reason));
    case TestVerdict::kInterrupted:
      return std::string("      <skipped>interrupted before its end</skipped>\n");
    case TestVerdict::kUncontrolled:
      return fmt::format("      <error{}{}>{}</error>\n",
                         attribute("message", "could not be controlled: " + report.reason),
                         attribute("type", "uncontrolled"), xml_text(report.reason));
    case TestVerdict::kFailed:
      break;
    default:
      return {};
  }
  const auto first =
      std::find_if(report.bugs.begin(), report.bugs.end(), [](const TestBug& bug) { return !bug.known; });
  const TestBug& named = first == report.bugs.end() ? report.bugs.front() : *first;
  std::string text;
  for (const TestBug& bug : report.bugs) text += (text.empty() ? "" : "\n") + bug_paragraph(run, report, bug);
  if (report.fails_always) text += "\nfails on every schedule: probably no concurrency bug\n";
  return fmt::format("      <failure{}{}>{}</failure>\n", attribute("message", placed_message(named)),
                     attribute("type", named.kind), xml_text(text));
}

std::string test_case(const TestRun& run, const TestReport& report) {
  const auto [owner, name] = class_and_name(run, report.name);
  const std::string start =
      fmt::format("    <testcase{}{}{}", attribute("classname", owner), attribute("name", name),
                  attribute("time", fmt::format("{:.3f}", report.seconds)));
  const std::string outcome = outcome_element(run, report);
  return outcome.empty() ? start + "/>\n" : start + ">\n" + outcome + "    </testcase>\n";
}

std::string property(std::string_view name, std::string_view value) {
  return fmt::format("      <property{}{}/>\n", attribute("name", name), attribute("value", value));
}

// What tests with bugs printed, each below its name.
std::string outputs(const TestRun& run) {
  std::string text;
  for (const TestReport& report : run.tests)
    for (const TestBug& bug : report.bugs)
      if (!bug.output.empty()) text += fmt::format("{}, bug {}:\n{}\n", report.name, bug.id, bug.output);
  return text;
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string result = escaped(visible_lines(text));
  // The two characters that are UTF-8 but not XML.
  for (const auto& [bytes, words] :
       {std::pair<std::string, std::string>{"\xef\xbf\xbe", "\\ufffe"}, {"\xef\xbf\xbf", "\\uffff"}})
    for (std::size_t at = 0; (at = result.find(bytes, at)) != std::string::npos;)
      result.replace(at, bytes.size(), words);
  return result;
}

std::string junit_xml(const TestRun& run) {
  const TestCounts counts = count(run.tests);
  const SearchSettings& search = run.description.options.search;
  const std::string name(base_name(run.description.program));
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite";
  text += attribute("id", "0") + attribute("package", "heddle") + attribute("name", name);
  text += attribute("hostname", run.machine) + attribute("timestamp", run.started);
  text += attribute("tests", std::to_string(run.tests.size()));
  text += attribute("failures", std::to_string(counts.failed));
  text += attribute("errors", std::to_string(counts.uncontrolled));
  text += attribute("skipped", std::to_string(counts.skipped + counts.interrupted));
  text += attribute("time", fmt::format("{:.3f}", run.seconds)) + ">\n    <properties>\n";
  text += property("heddle.version", HEDDLE_VERSION) + property("heddle.framework", run.framework);
  text += property("heddle.strategy", search.strategy) + property("heddle.seed", std::to_string(search.seed));
  text += property("heddle.instrumented", run.description.instrumented ? "true" : "false");
  text += "    </properties>\n";
  for (const TestReport& report : run.tests) text += test_case(run, report);
  text +=
      fmt::format("    <system-out>{}</system-out>\n    <system-err></system-err>\n", xml_text(outputs(run)));
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace heddle::report
