#include "report/formats/results_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "workshop.h"

namespace heddle::report::results_json_test {
namespace {

using host::HuntEnd;
using host::HuntResult;
using testing::Bank;

RunDescription the_run() {
  RunDescription run;
  run.program = "./bank";
  run.arguments = {"--rounds", "3"};
  return run;
}

HuntResult the_result() {
  HuntResult result;
  result.end = HuntEnd::kFirstBug;
  result.totals.executions = 17;
  result.totals.events = 900;
  result.totals.steps = 3'021;
  result.totals.switches = 88;
  result.seconds = 1.5;
  Bug bug;
  bug.id = 1;
  bug.execution = 17;
  bug.report.failure = testing::lock_order_deadlock(Bank::instance());
  result.bugs = {bug};
  return result;
}

nlohmann::ordered_json parsed(const HuntResult& result, const RunDescription& run = the_run()) {
  return nlohmann::ordered_json::parse(results_json(result, run, Bank::instance().places(), {}));
}

std::vector<std::string> keys(const nlohmann::ordered_json& json) {
  std::vector<std::string> result;
  for (const auto& [key, value] : json.items()) result.push_back(key);
  return result;
}

TEST(ResultsJson, Golden) {
  std::string text = results_json(the_result(), the_run(), Bank::instance().places(), {});
  const std::string version = std::string("\"") + HEDDLE_VERSION + "\"";
  const std::size_t at = text.find(version);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, version.size(), "\"VERSION\"");
  testing::expect_golden("results.json", text);
}

TEST(ResultsJson, OfAShrunkBugSaysWhatItWas) {
  HuntResult result = the_result();
  Bug& bug = result.bugs[0];
  bug.report.schedule = {{0, 10}, {1, 2}, {2, 2}};
  bug.preemptions = {12};
  bug.shrinking.done = true;
  bug.shrinking.from = 12;
  bug.shrinking.reexecutions = 57;
  const Operation& waits = bug.report.failure.threads[1].next;
  bug.shrinking.essence.pairs = {{{2, waits}, {1, waits}}};
  const auto json = parsed(result)["bugs"][0];
  const std::string place = Bank::instance().places().place(waits.site);
  EXPECT_EQ(json["switches"], 2);
  EXPECT_EQ(json["shrunk_from"], 12);
  EXPECT_EQ(json["reexecutions"], 57);
  EXPECT_EQ(json["essence"], place + " before " + place);
  EXPECT_EQ(json["essence_pairs"][0]["before"]["thread"], "main.1");
  EXPECT_EQ(json["essence_pairs"][0]["after"]["thread"], "main.0");
  EXPECT_EQ(json["essence_pairs"][0]["after"]["site"], place);
  EXPECT_FALSE(json.contains("shrinking_ended_early"));
  bug.stable = false;
  EXPECT_FALSE(parsed(result)["bugs"][0].contains("switches"));
}

TEST(ResultsJson, HasWhatWasPredicted) {
  HuntResult result = the_result();
  result.warnings = {{testing::predicted_deadlock(Bank::instance()), 50, 0}};
  const auto warning = parsed(result)["warnings"][0];
  EXPECT_EQ(warning["kind"], "predicted-deadlock");
  EXPECT_EQ(warning["attempts"], 50);
  EXPECT_EQ(warning["execution"], 3);
  EXPECT_FALSE(warning.contains("happened"));
  EXPECT_EQ(warning["threads"][0]["name"], "main.0");
  EXPECT_EQ(warning["threads"][0]["takes"], "mutex_b");
  EXPECT_EQ(warning["threads"][0]["holds"], "mutex_a");
  result.warnings[0].bug = 1;
  EXPECT_EQ(parsed(result)["warnings"][0]["happened"], 1);
}

TEST(ResultsJson, KeysHaveAFixedOrder) {
  HuntResult result = the_result();
  const auto json = parsed(result);
  EXPECT_EQ(keys(json), (std::vector<std::string>{
                            "heddle",      "program", "args",         "strategy",         "seed",
                            "granularity", "memory",  "instrumented", "not_instrumented", "executions",
                            "events",      "steps",   "switches",     "seconds",          "whole_seconds",
                            "end",         "bugs",    "warnings",     "coverage",         "saturated",
                            "fails_always"}));
  EXPECT_EQ(keys(json["bugs"][0]),
            (std::vector<std::string>{"id", "kind", "message", "site", "threads", "execution", "times",
                                      "switches", "stable", "schedule", "line", "output"}));
  EXPECT_EQ(keys(json["bugs"][0]["threads"][1]),
            (std::vector<std::string>{"name", "state", "operation", "object", "site", "holds", "stack"}));
  result.bugs[0].stable = false;
  result.bugs[0].unstable_reason = "its schedule passed";
  result.problem = "lost";
  EXPECT_EQ(parsed(result)["bugs"][0]["unstable_reason"], "its schedule passed");
  EXPECT_EQ(parsed(result)["problem"], "lost");
}

TEST(ResultsJson, TwoRunsDifferInSecondsOnly) {
  HuntResult result = the_result();
  auto first = parsed(result);
  result.seconds = 2.25;
  auto second = parsed(result);
  EXPECT_NE(first, second);
  first.erase("seconds");
  first.erase("whole_seconds");
  second.erase("seconds");
  second.erase("whole_seconds");
  EXPECT_EQ(first, second);
}

TEST(ResultsJson, NothingFound) {
  HuntResult result;
  const auto json = parsed(result);
  EXPECT_TRUE(json["bugs"].is_array());
  EXPECT_TRUE(json["bugs"].empty());
  EXPECT_TRUE(json["coverage"].is_object());
  EXPECT_EQ(json["saturated"], false);
  EXPECT_EQ(json["end"], "budget");
}

TEST(ResultsJson, InvalidTextIsReplaced) {
  HuntResult result = the_result();
  RunDescription run = the_run();
  run.program = "./b\xff";
  run.arguments = {"\xc3("};
  result.problem = "\xed\xa0\x80";
  result.bugs[0].unstable_reason = "\x80";
  result.bugs[0].report.failure.kind = FailureKind::kAssertion;
  result.bugs[0].report.failure.text = "caf\xe9\n\x1b[31m";
  result.bugs[0].report.failure.threads[1].name = "\xfe";
  const auto json = parsed(result, run);
  EXPECT_EQ(json["program"], "./b\xef\xbf\xbd");
  EXPECT_NE(json["bugs"][0]["message"].get<std::string>().find("caf\\xe9\\n\\x1b[31m"), std::string::npos);
}

}  // namespace
}  // namespace heddle::report::results_json_test
