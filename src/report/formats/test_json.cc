#include "report/formats/test_json.h"

#include <nlohmann/json.hpp>

#include "report/model/text.h"

namespace heddle::report {

namespace {

using TestJson = nlohmann::ordered_json;

// A bug of `heddle run`, with the framework's words and files seen from the top folder.
TestJson bug_of_test(const TestReport& report, const TestBug& bug, const TestJson& found) {
  TestJson json = found;
  json["message"] = bug.message;
  if (!bug.details.empty()) {
    json["details"] = bug.details;
    json["site"] = bug.where.place;
  }
  json["file"] = bug.where.file;
  json["line"] = bug.where.line;
  json["known"] = bug.known;
  json["fingerprint"] = fingerprint(known_bug(report.name, bug));
  for (const char* file : {"schedule", "output"})
    if (json.contains(file)) json[file] = report.folder + "/" + json[file].get<std::string>();
  return json;
}

TestJson test_of(const TestReport& report) {
  TestJson json;
  json["name"] = report.name;
  json["verdict"] = to_string(report.verdict);
  if (!report.reason.empty()) json["reason"] = report.reason;
  json["folder"] = report.folder;
  json["executions"] = report.executions;
  json["steps"] = report.steps;
  json["seconds"] = report.seconds;
  const TestJson results = TestJson::parse(report.results, nullptr, false);
  const bool has_results = results.is_object();
  if (has_results && results.contains("end")) json["end"] = results["end"];
  for (const char* const part : {"unfinished", "limits", "unjoined"})
    if (has_results && results.contains(part)) json[part] = results[part];
  json["fails_always"] = report.fails_always;
  json["bugs"] = TestJson::array();
  for (std::size_t i = 0; i < report.bugs.size(); ++i) {
    const bool found = has_results && results.contains("bugs") && i < results["bugs"].size();
    json["bugs"].push_back(
        bug_of_test(report, report.bugs[i], found ? results["bugs"][i] : TestJson::object()));
  }
  json["warnings"] =
      has_results && results.contains("warnings") ? results["warnings"] : TestJson(TestJson::array());
  if (report.suppressed != 0) json["suppressed_races"] = report.suppressed;
  return json;
}

}  // namespace

std::string test_results_json(const TestRun& run) {
  const TestCounts counts = count(run.tests);
  const RunDescription& description = run.description;
  TestJson json;
  json["heddle"] = HEDDLE_VERSION;
  json["program"] = description.program;
  json["args"] = description.arguments;
  json["framework"] = run.framework;
  json["strategy"] = description.options.search.strategy;
  json["seed"] = description.options.search.seed;
  json["granularity"] = to_string(description.options.search.execution.granularity);
  json["instrumented"] = description.instrumented;
  json["not_instrumented"] = description.not_instrumented;
  json["seconds"] = run.seconds;
  json["interrupted"] = run.interrupted;
  json["counts"] = {{"passed", counts.passed},          {"no_threads", counts.no_threads},
                    {"failed", counts.failed},          {"known", counts.known},
                    {"skipped", counts.skipped},        {"uncontrolled", counts.uncontrolled},
                    {"interrupted", counts.interrupted}};
  json["tests"] = TestJson::array();
  for (const TestReport& report : run.tests) json["tests"].push_back(test_of(report));
  if (!run.known_file.empty()) {
    json["known_not_seen"] = TestJson::array();
    for (const KnownBug& bug : run.not_seen)
      json["known_not_seen"].push_back(
          {{"test", bug.test}, {"kind", bug.kind}, {"functions", bug.functions}, {"message", bug.message}});
  }
  return json.dump(2, ' ', false, TestJson::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
