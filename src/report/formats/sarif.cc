#include "report/formats/sarif.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "report/model/text.h"

namespace heddle::report {

namespace {

using SarifJson = nlohmann::ordered_json;

constexpr char kBase[] = "SRCROOT";

struct Rule {
  std::string_view kind;
  std::string_view name;
  std::string_view what;
};

constexpr Rule kRules[] = {
    {"assertion", "Assertion", "An assertion fails under some schedule."},
    {"crash", "Crash", "The program is ended by a signal under some schedule."},
    {"deadlock", "Deadlock", "Threads wait for each other, or for a wake-up that never comes."},
    {"livelock", "Livelock", "Threads run for ever without getting anywhere."},
    {"data-race", "DataRace", "Two threads access the same memory at the same time, and one of them writes."},
    {"heap-error", "HeapError", "Heap memory is used after it was freed, freed twice, or left."},
    {"lock-misuse", "LockMisuse", "A lock is used in a way that is not allowed."},
    {"uncaught-exception", "UncaughtException", "An exception leaves a thread under some schedule."},
    {"exit-status", "ExitStatus", "The test fails under some schedule: an assertion of the test framework."},
    {"not-linearizable", "NotLinearizable", "Concurrent calls return what no order of them could."},
    {"not-thread-safe", "NotThreadSafe", "A class fails under concurrent calls only."},
    {"timeout", "Timeout", "An execution takes longer than its limit of real time."},
    {"left-behind", "LeftBehind", "A test ends with threads running or locks held."},
    {"stack-error", "StackError", "A stack frame is used after its function returned or its thread ended."},
    {"thread-leak", "ThreadLeak", "A thread ends and is neither joined nor detached."},
    {"driver", "Driver", "The client that drives the program fails under some schedule."},
    {"openmp-misuse", "OpenMpMisuse", "An OpenMP construct is where OpenMP does not allow it."},
};

std::size_t rule_index(std::string_view kind) {
  for (std::size_t i = 0; i < std::size(kRules); ++i)
    if (kRules[i].kind == kind) return i;
  return std::size(kRules);
}

SarifJson message(std::string_view text) {
  return {{"text", text}};
}

SarifJson artifact(const TestRun& run, const std::string& file) {
  const std::string path = path_from(run.working_folder, file);
  SarifJson json = {{"uri", uri_of(path)}};
  if (!path.starts_with('/')) json["uriBaseId"] = kBase;
  return json;
}

SarifJson location(const TestRun& run, const CodePlace& place, const std::string& words) {
  SarifJson json = SarifJson::object();
  if (!place.file.empty() && place.line > 0)
    json["physicalLocation"] = {{"artifactLocation", artifact(run, place.file)},
                                {"region", {{"startLine", place.line}}}};
  if (!place.function.empty())
    json["logicalLocations"] = {{{"fullyQualifiedName", place.function}, {"kind", "function"}}};
  if (!words.empty()) json["message"] = message(words);
  return json;
}

// A thread on its way: from where it began to where it is.
SarifJson thread_flow(const TestRun& run, const TestThread& thread) {
  SarifJson json = {{"id", thread.name}, {"message", message(thread.name + ": " + thread.state)}};
  json["locations"] = SarifJson::array();
  for (auto place = thread.stack.rbegin(); place != thread.stack.rend(); ++place) {
    const bool innermost = place + 1 == thread.stack.rend();
    json["locations"].push_back(
        {{"location",
          location(
              run, *place,
              innermost ? thread.state : "in " + (place->function.empty() ? place->place : place->function))},
         {"nestingLevel", place - thread.stack.rbegin()},
         {"importance", innermost ? "essential" : "unimportant"}});
  }
  return json;
}

// The steps whose order makes the failure, each in the flow of its thread.
SarifJson order_flow(const TestRun& run, const TestBug& bug) {
  SarifJson flows = SarifJson::array();
  for (std::size_t i = 0; i < bug.steps.size(); ++i) {
    const TestStep& step = bug.steps[i];
    const auto same = [&step](const SarifJson& flow) { return flow["id"] == step.thread; };
    auto flow = std::find_if(flows.begin(), flows.end(), same);
    if (flow == flows.end()) {
      flows.push_back({{"id", step.thread}, {"locations", SarifJson::array()}});
      flow = flows.end() - 1;
    }
    (*flow)["locations"].push_back(
        {{"location",
          location(run, step.where, step.thread + (i % 2 == 0 ? " comes first" : " comes after that"))},
         {"executionOrder", i + 1},
         {"importance", "essential"}});
  }
  return {{"message", message(bug.essence)}, {"threadFlows", flows}};
}

SarifJson result_json(const TestRun& run, const TestReport& report, const TestBug& bug) {
  SarifJson json = {{"ruleId", bug.kind}};
  if (const std::size_t index = rule_index(bug.kind); index < std::size(kRules)) json["ruleIndex"] = index;
  json["level"] = "error";
  json["message"] = message(fmt::format(
      "{}: {}{}{}{}", visible(report.name), bug.message, bug.essence.empty() ? "" : "\n" + bug.essence,
      report.fails_always ? "\nFails on every schedule: probably no concurrency bug." : "",
      bug.schedule.empty() ? ""
                           : "\nRun again: heddle replay " + shell_quoted(schedule_path(run, report, bug))));
  json["locations"] = SarifJson::array();
  if (const SarifJson where = location(run, bug.where, ""); !where.empty())
    json["locations"].push_back(where);
  SarifJson flows = SarifJson::array();
  for (const TestThread& thread : bug.threads)
    if (!thread.stack.empty()) flows.push_back(thread_flow(run, thread));
  if (!bug.steps.empty()) json["codeFlows"].push_back(order_flow(run, bug));
  if (!flows.empty())
    json["codeFlows"].push_back({{"message", message("The threads at that moment")}, {"threadFlows", flows}});
  json["partialFingerprints"] = {{"heddleBug/v1", fingerprint(known_bug(report.name, bug))}};
  if (!run.known_file.empty()) json["baselineState"] = bug.known ? "unchanged" : "new";
  if (bug.known)
    json["suppressions"] = {
        {{"kind", "external"}, {"status", "accepted"}, {"justification", "listed in " + run.known_file}}};
  json["properties"] = {{"test", report.name}, {"execution", bug.execution}, {"stable", bug.stable}};
  return json;
}

SarifJson rules_json() {
  SarifJson rules = SarifJson::array();
  for (const Rule& rule : kRules)
    rules.push_back(
        {{"id", rule.kind},
         {"name", rule.name},
         {"shortDescription", message(rule.what)},
         {"defaultConfiguration", {{"level", "error"}}},
         {"help", message("'heddle explain' shows what the threads did on the way to a failure.")}});
  return rules;
}

SarifJson invocation(const TestRun& run) {
  SarifJson notifications = SarifJson::array();
  for (const TestReport& report : run.tests)
    if (report.verdict == TestVerdict::kUncontrolled)
      notifications.push_back(
          {{"level", "error"},
           {"message", message(visible(report.name) + " could not be controlled: " + report.reason)}});
  SarifJson json = {{"executionSuccessful", notifications.empty() && !run.interrupted}};
  if (!notifications.empty()) json["toolExecutionNotifications"] = notifications;
  return json;
}

}  // namespace

std::string uri_of(const std::string& path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                       std::string_view("-._~/!$&'()*+,;=@").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

std::string sarif_json(const TestRun& run) {
  SarifJson tool = {{"driver",
                     {{"name", "Heddle"},
                      {"version", HEDDLE_VERSION},
                      {"semanticVersion", HEDDLE_VERSION},
                      {"rules", rules_json()}}}};
  SarifJson results = SarifJson::array();
  for (const TestReport& report : run.tests)
    for (const TestBug& bug : report.bugs) results.push_back(result_json(run, report, bug));
  SarifJson only = {{"tool", tool}, {"invocations", {invocation(run)}}};
  only["automationDetails"] = {
      {"id", "heddle-" + run.verb + "/" + std::string(base_name(run.description.program)) + "/"}};
  if (!run.working_folder.empty())
    only["originalUriBaseIds"][kBase] = {
        {"uri", uri_of(run.working_folder) + (run.working_folder.ends_with('/') ? "" : "/")}};
  only["results"] = results;
  const SarifJson json = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", {only}}};
  return json.dump(2, ' ', false, SarifJson::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
