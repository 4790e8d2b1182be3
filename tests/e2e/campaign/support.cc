#include "campaign/support.h"

#include <gtest/gtest.h>

namespace heddle::e2e {

CampaignPlace::CampaignPlace(const std::string& store)
    : store_(store.empty() ? place_.path("a.sqlite") : store) {}

Command CampaignPlace::command(const std::vector<std::string>& arguments) const {
  std::vector<std::string> words = {"campaign"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  Command command = place_.heddle(words);
  command.environment["HEDDLE_STORE"] = store_;
  command.environment["XDG_CACHE_HOME"] = place_.path("cache");
  return command;
}

std::unique_ptr<Process> CampaignPlace::worker() const {
  return std::make_unique<Process>(command({"work", "--trust", "--jobs", "1", "--quiet"}));
}

void CampaignPlace::create(const std::string& description) const {
  place_.write("campaign.toml", description);
  const Outcome created = campaign({"create", "campaign.toml"});
  ASSERT_EQ(created.status, 0) << describe(created);
}

Json CampaignPlace::status() const {
  const Outcome outcome = campaign({"status", "--json"});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  return Json::parse(outcome.out, nullptr, false);
}

CampaignFacts CampaignPlace::facts() const {
  CampaignFacts facts;
  const Json json = status();
  for (const Json& cell : json.at("cells")) {
    const std::string name = cell.at("program").get<std::string>() + " " +
                             cell.at("test").get<std::string>() + " " +
                             cell.at("strategy").get<std::string>();
    facts.cells[name] = {cell.at("executions"), cell.at("failed"), cell.at("covered")};
    EXPECT_EQ(cell.at("given_up"), 0) << name;
  }
  for (const Json& bug : json.at("bugs"))
    facts.bugs[bug.at("program").get<std::string>() + " " + bug.at("fingerprint").get<std::string>()] =
        bug.at("times");
  return facts;
}

std::string description_of(const std::vector<std::string>& programs, std::uint64_t executions,
                           std::uint64_t unit) {
  std::string text =
      "name = \"test\"\nstrategies = [\"pct:depth=3\"]\nlease = \"1s\"\nunit = " + std::to_string(unit) +
      "\n[end]\nexecutions = " + std::to_string(executions) + "\n";
  for (const std::string& each : programs)
    text += "[[program]]\npath = \"" + (each.starts_with('/') ? each : program(each)) + "\"\n";
  return text;
}

}  // namespace heddle::e2e
