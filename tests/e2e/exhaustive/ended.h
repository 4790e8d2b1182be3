// A search until nothing is left.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "support/workplace.h"

namespace heddle::e2e {

struct Ended {
  std::uint64_t executions = 0;
  std::uint64_t abandoned = 0;
  std::set<std::string> endings;
  std::string claim;
};

// The program and its arguments.
inline Ended run_to_the_end(const std::string& strategy, const std::vector<std::string>& command,
                            const std::string& memory = "sc") {
  const Workplace workplace;
  std::vector<std::string> arguments = {"run",     "--quiet", "--races",  "ignore",     "--strategy",
                                        strategy,  "--until", "budget",   "--max-bugs", "1000",
                                        "--time",  "10m",     "--memory", memory,       "--executions",
                                        "1000000", "--"};
  arguments.insert(arguments.end(), command.begin(), command.end());
  const Outcome outcome = workplace.run_heddle(arguments);
  EXPECT_LE(outcome.status, 1) << describe(outcome);
  const Json results = workplace.results();
  EXPECT_EQ(results.at("end"), "exhausted") << strategy << ": " << describe(outcome);
  Ended ended;
  ended.executions = results.at("executions");
  if (results.contains("abandoned")) ended.abandoned = results.at("abandoned");
  ended.claim = results.value("claim", "");
  for (const Json& bug : results.at("bugs")) {
    // At which of its locks a deadlock is reported depends on the execution.
    const std::string kind = bug.at("kind");
    const std::string where =
        kind == "deadlock" ? "" : bug.at(kind == "exit-status" ? "message" : "site").dump();
    ended.endings.insert(kind + where);
  }
  return ended;
}

}  // namespace heddle::e2e
