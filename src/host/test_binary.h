// A program with tests of a framework that Heddle knows: which there are, and the arguments that run one of
// them alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "event/result.h"
#include "host/program_file.h"
#include "host/test_listing.h"

namespace heddle::host {

struct TestCase {
  std::string name;
  std::vector<std::string> arguments;  // of the program, so that it runs this test and no other
  std::string skipped;                 // why it is not explored; empty: it is
  std::string problem;                 // why it cannot be run alone; empty: it can
};

struct TestListOptions {
  std::vector<std::string> arguments;  // the user's own, for every run of the program
  bool hidden = false;  // what the framework leaves out, too: DISABLED_, [.], skip(), disabled()
  double seconds = 30;  // for the program to list its tests
};

// By what is in the file, before anything of it is run. Nothing: it is of none of the frameworks.
std::optional<TestFramework> framework_in(const std::string& contents);
Result<TestFramework> detect_framework(const ProgramFile& program);

// Asks the program, which runs natively for that.
Result<std::vector<TestCase>> list_tests(const ProgramFile& program, TestFramework framework,
                                         const TestListOptions& options);

// Variables of the environment by which the frameworks would run other tests than they are told to, or more
// than once (GTEST_TOTAL_SHARDS, GTEST_REPEAT, BOOST_TEST_RUN_FILTERS).
void clear_framework_environment();

}  // namespace heddle::host
