// Correct programs on top of what Debian packages as libraries, with several scenarios each: no report,
// whatever the schedule. Poco, Boost.Thread, moodycamel's queue, Abseil.
#include <gtest/gtest.h>

#include <sstream>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

class Scenarios : public ::testing::TestWithParam<const char*> {};

TEST_P(Scenarios, HaveNoReport) {
  const std::string library = program(GetParam(), "real");
  std::istringstream names(run({.words = {library}}).out);
  std::size_t count = 0;
  for (std::string name; std::getline(names, name); ++count) {
    SCOPED_TRACE(name);
    const Workplace workplace;
    const Outcome search =
        workplace.run_heddle({"run", "--quiet", "--executions", "200", "--", library, name});
    EXPECT_EQ(search.status, 0) << describe(search);
    EXPECT_EQ(workplace.results().at("executions"), 200);
  }
  EXPECT_GE(count, 3u);
}

INSTANTIATE_TEST_SUITE_P(Real, Scenarios,
                         ::testing::Values("abseil", "boost_thread", "concurrent_queue", "poco"),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace heddle::e2e
