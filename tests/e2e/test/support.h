// What the tests of `heddle test` have in common.
#pragma once

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

}  // namespace heddle::e2e
