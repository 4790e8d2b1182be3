// What the tests of `heddle test` have in common.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "support/workplace.h"

namespace heddle::e2e {

inline std::string test_binary(const std::string& name) {
  return std::string(HEDDLE_TEST_PROGRAMS "/") + name;
}

// `heddle test OPTIONS -- BINARY`
inline Outcome run_tests(const Workplace& workplace, const std::string& binary,
                         std::vector<std::string> options) {
  std::vector<std::string> arguments = {"test"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.insert(arguments.end(), {"--", test_binary(binary)});
  return workplace.run_heddle(arguments);
}

inline std::map<std::string, Json> tests_by_name(const Json& results) {
  std::map<std::string, Json> tests;
  for (const Json& test : results.at("tests")) tests[test.at("name")] = test;
  return tests;
}

struct ExpectedVerdict {
  const char* test;
  const char* verdict;
  const char* kind = "";  // of the first bug
  bool fails_always = false;
};

template <std::size_t size>
void expect_verdicts(const ExpectedVerdict (&expected)[size], const Json& results) {
  const std::map<std::string, Json> tests = tests_by_name(results);
  EXPECT_EQ(tests.size(), size);
  for (const ExpectedVerdict& each : expected) {
    SCOPED_TRACE(each.test);
    const auto found = tests.find(each.test);
    ASSERT_NE(found, tests.end());
    const Json& test = found->second;
    EXPECT_EQ(test.at("verdict"), each.verdict) << test.dump(2);
    EXPECT_EQ(test.at("fails_always"), each.fails_always);
    const std::string kind =
        test.at("bugs").empty() ? "" : test.at("bugs").at(0).at("kind").get<std::string>();
    EXPECT_EQ(kind, each.kind) << test.dump(2);
  }
}

// Every schedule that is written fails again.
inline void expect_replays(const Workplace& workplace, const Json& results) {
  int replayed = 0;
  for (const Json& test : results.at("tests"))
    for (const Json& bug : test.at("bugs")) {
      EXPECT_EQ(bug.at("stable"), true) << test.at("name");
      if (++replayed % 4 != 1) continue;  // some of them: each takes a while
      const Outcome replay =
          workplace.run_heddle({"replay", "heddle-out/" + bug.at("schedule").get<std::string>()});
      EXPECT_EQ(replay.status, 1) << test.at("name") << describe(replay);
    }
  EXPECT_GE(replayed, 9);
}

}  // namespace heddle::e2e
