#include "report/formats/class_document.h"

#include <nlohmann/json.hpp>

#include "report/model/text.h"
#include "report/text/class_text.h"

namespace heddle::report {

namespace {

using ClassJson = nlohmann::ordered_json;

ClassJson calls_json(const classes::CallSequence& calls, std::size_t first,
                     const classes::Operations& operations) {
  ClassJson json = ClassJson::array();
  for (std::size_t i = first; i < calls.size(); ++i) json.push_back(operations.text_of(calls[i]));
  return json;
}

ClassJson test_json(const classes::TestCase& test, const classes::Operations& operations) {
  ClassJson json;
  json["constructor"] = operations.text_of_constructor(test.prefix.front());
  json["before"] = calls_json(test.prefix, 1, operations);
  json["threads"] = ClassJson::array();
  for (const classes::CallSequence& suffix : test.suffixes)
    json["threads"].push_back(calls_json(suffix, 0, operations));
  return json;
}

ClassJson violation_json(const classes::Violation& violation, const classes::Operations& operations,
                         const ReproducerFiles& files) {
  ClassJson json;
  json["kind"] = to_string(violation.kind);
  json["message"] = violation_headline(violation, operations);
  json["test"] = test_json(violation.test, operations);
  json["calls"] = ClassJson::array();
  for (const classes::HistoryCall& call : violation.told.history.calls)
    json["calls"].push_back(
        {{"thread", call.thread + 1},
         {"call", operations.text_of(call.call)},
         {"outcome", call.outcome ? to_text(*call.outcome) : std::string("never returned")}});
  if (violation.told.history.final_state) json["final_state"] = *violation.told.history.final_state;
  json["methods"] = known_violation(violation, operations).methods;
  json["schedules"] = violation.executions;
  json["failing_schedules"] = violation.times;
  // Names of files in the folder, as in the results of a run.
  json["reproducer"] = base_name(files.source);
  json["schedule"] = base_name(files.schedule);
  return json;
}

ClassJson verification_json(const classes::ClassVerification& verification,
                            const classes::VerificationBounds& bounds, std::size_t threads) {
  ClassJson json;
  json["threads"] = threads;
  json["calls_each"] = bounds.calls;
  json["values"] = bounds.values;
  json["tests"] = verification.all;
  json["complete"] = verification.searched;
  json["executions"] = verification.executions;
  json["claims"] = ClassJson::array();
  for (const auto& [claim, tests] : verification.claims)
    json["claims"].push_back({{"claim", claim}, {"tests", tests}});
  json["cut"] = verification.cut;
  json["not_judged"] = verification.not_judged;
  json["failed_as_known"] = verification.known;
  json["without_object"] = verification.without_object;
  return json;
}

std::string reason_text(const classes::Conflict& conflict) {
  switch (conflict.kind) {
    case classes::Conflict::Kind::kWriteWrite:
      return "both write " + conflict.field;
    case classes::Conflict::Kind::kWriteRead:
      return "one writes " + conflict.field + ", the other reads it";
    case classes::Conflict::Kind::kSeveralCriticalSections:
      return "several critical sections (" + conflict.field + ")";
    case classes::Conflict::Kind::kLockOrder:
      return "each takes a lock while it holds another";
  }
  return {};
}

}  // namespace

std::vector<classes::KnownViolation> known_violations(const std::string& results_json) {
  std::vector<classes::KnownViolation> known;
  const ClassJson json = ClassJson::parse(results_json, nullptr, false);
  if (!json.is_object()) return known;
  for (const char* const list : {"known", "bugs"}) {
    if (!json.contains(list) || !json[list].is_array()) continue;
    for (const ClassJson& each : json[list]) {
      if (!each.is_object() || !each.contains("kind") || !each["kind"].is_string() ||
          !each.contains("methods") || !each["methods"].is_array())
        continue;
      classes::KnownViolation one;
      for (std::uint32_t kind = 0; kind < static_cast<std::uint32_t>(FailureKind::kCount); ++kind)
        if (to_string(static_cast<FailureKind>(kind)) == each["kind"].get<std::string>())
          one.kind = static_cast<FailureKind>(kind);
      for (const ClassJson& method : each["methods"])
        if (method.is_string()) one.methods.insert(method.get<std::string>());
      known.push_back(std::move(one));
    }
  }
  return known;
}

std::string class_results_json(const classes::ClassSearchResult& result,
                               const classes::Operations& operations,
                               const classes::ClassSearchOptions& options, const ReproducerFiles& files) {
  ClassJson json;
  json["heddle"] = HEDDLE_VERSION;
  json["class"] = operations.model().name;
  json["header"] = operations.model().header;
  json["algorithm"] = options.algorithm.name;
  json["strategy"] = options.schedules.strategy;
  json["seed"] = options.seed;
  json["tests"] = result.tests;
  json["executions"] = result.executions;
  json["seconds"] = result.seconds;
  json["seconds_to_first_test"] = result.seconds_to_first_test;
  json["pairs"] = {{"all", result.pairs}, {"covered", result.pairs_covered}};
  if (result.atg)
    json["adaptive"] = {{"rounds", result.atg->rounds},
                        {"candidates", result.atg->candidates},
                        {"profiles", result.atg->counts.profiles},
                        {"active_tests", result.atg->counts.active_tests},
                        {"iroots_discovered", result.atg->counts.discovered.size()},
                        {"iroots_exposed", result.atg->counts.exposed.size()}};
  if (result.verification && options.verification)
    json["verification"] = verification_json(*result.verification, *options.verification, options.threads);
  json["tests_that_do_not_count"] = result.no_tests;
  json["tests_not_judged"] = result.not_known;
  json["tests_with_results_not_judged"] = result.unjudged_results;
  json["not_called"] = operations.notes();
  json["not_tested"] = ClassJson::array();
  for (const classes::Untested& each : result.untested)
    json["not_tested"].push_back({{"method", each.name}, {"reason", each.reason}});
  if (!options.known.empty()) {
    json["known"] = ClassJson::array();
    for (const classes::KnownViolation& each : options.known)
      json["known"].push_back({{"kind", to_string(each.kind)}, {"methods", each.methods}});
    json["tests_that_failed_as_known"] = result.known_again;
  }
  json["bugs"] = ClassJson::array();
  if (result.violation) json["bugs"].push_back(violation_json(*result.violation, operations, files));
  // What a program returned need not be text.
  return json.dump(2, ' ', false, ClassJson::error_handler_t::replace) + '\n';
}

std::string pairs_text(const classes::MethodPairGroups& groups, const classes::ClassModel& model) {
  std::string first, second;
  for (const classes::GroupedPair& each : groups.high_priority) {
    std::vector<std::string> reasons;
    for (const classes::Conflict& conflict : each.conflicts) reasons.push_back(reason_text(conflict));
    (each.is_likely ? first : second) +=
        wrapped(model.methods[each.pair.first].name + ", " + model.methods[each.pair.second].name + ": " +
                    listed(reasons, 3),
                2, 4);
  }
  std::string text = "\nPairs of methods to try first:\n" + (first.empty() ? "  none\n" : first);
  if (!second.empty())
    text += "Then those that share a field, though nothing is seen to come between:\n" + second;
  return text + wrapped(counted(groups.low_priority.size(), "pair") + " later; " +
                        counted(groups.removed.size(), "pair") + " never: one lock keeps the two apart.");
}

TestReport class_report(const classes::ClassSearchResult& result, const classes::Operations& operations,
                        const std::string& header, const ReproducerFiles& files,
                        const std::string& uncontrolled) {
  TestReport report;
  report.name = operations.model().name;
  report.executions = result.executions;
  report.seconds = result.seconds;
  report.verdict = result.violation     ? TestVerdict::kFailed
                   : result.interrupted ? TestVerdict::kInterrupted
                                        : TestVerdict::kPassed;
  if (!result.violation && !result.interrupted && !uncontrolled.empty()) {
    report.verdict = TestVerdict::kUncontrolled;
    report.reason = uncontrolled;
  }
  if (!result.violation) return report;
  TestBug bug;
  bug.id = 1;
  bug.kind = to_string(result.violation->kind);
  bug.message = violation_headline(*result.violation, operations);
  bug.subject = bug.message;
  bug.functions = report.name;
  bug.details = violation_text(*result.violation, operations, Style{});
  bug.where = {report.name, header, std::string(base_name(header)), 1};
  bug.execution = result.executions;
  bug.schedule = base_name(files.schedule);
  report.bugs.push_back(std::move(bug));
  return report;
}

}  // namespace heddle::report
