#include "report/formats/annotations.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/model/text.h"

namespace heddle::report {

namespace {

// A message may have line breaks, which are escaped; a property must not have ':' or ',' either.
std::string command_text(std::string_view text, bool is_property) {
  std::string result;
  for (const char c : text) {
    if (c == '%')
      result += "%25";
    else if (c == '\r')
      result += "%0D";
    else if (c == '\n')
      result += "%0A";
    else if (is_property && c == ':')
      result += "%3A";
    else if (is_property && c == ',')
      result += "%2C";
    else
      result += c;
  }
  return result;
}

std::string annotation(std::string_view level, std::string_view properties, std::string_view message) {
  return fmt::format("::{}{}{}::{}\n", level, properties.empty() ? "" : " ", properties,
                     command_text(message, false));
}

std::string properties_of(const TestRun& run, const CodePlace& place, std::string_view title) {
  std::string text;
  if (!place.file.empty() && place.line > 0)
    text = fmt::format("file={},line={},",
                       command_text(visible(path_from(run.working_folder, place.file)), true), place.line);
  return text + "title=" + command_text(title, true);
}

}  // namespace

std::string github_annotations(const TestRun& run) {
  std::string text;
  for (const TestReport& report : run.tests) {
    const std::string test = visible(report.name);
    if (report.verdict == TestVerdict::kUncontrolled)
      text += annotation("error", "title=" + command_text(test, true),
                         "could not be controlled: " + visible_lines(report.reason));
    for (const TestBug& bug : report.bugs)
      text += annotation(
          bug.known ? "notice" : "error",
          properties_of(run, bug.where, fmt::format("{} ({}{})", test, bug.kind, bug.known ? ", known" : "")),
          fmt::format("{}\nheddle replay {}", visible_lines(bug.details.empty() ? bug.message : bug.details),
                      visible(shell_quoted(schedule_path(run, report, bug)))));
  }
  return text;
}

std::string code_quality_json(const TestRun& run) {
  using Json = nlohmann::ordered_json;
  Json json = Json::array();
  for (const TestReport& report : run.tests)
    for (const TestBug& bug : report.bugs) {
      // GitLab wants a place; a bug without one is told at the program.
      const std::string path =
          bug.where.file.empty() ? run.description.program : path_from(run.working_folder, bug.where.file);
      json.push_back({{"description", report.name + ": " + placed_message(bug)},
                      {"check_name", bug.kind},
                      {"fingerprint", fingerprint(known_bug(report.name, bug))},
                      {"severity", bug.known ? "info" : "major"},
                      {"location", {{"path", path}, {"lines", {{"begin", std::max(1, bug.where.line)}}}}}});
    }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
