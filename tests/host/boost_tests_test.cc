#include "host/boost_tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::host {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(BoostListing, HasThePathsOfCases) {
  const auto tests = parse_boost_listing(
      "Opening the log.\n"
      "plain*\n"
      "Outer*: words about it\n"
      "    Inner*\n"
      "        deep*\n"
      "        fails*: with: words\n"
      "    off \n"
      "Driven*\n"
      "    _0*\n"
      "    _1*\n"
      "typed<std__vector<int_ std__allocator<int>>>*\n");
  std::vector<std::string> names, disabled;
  for (const ListedTest& test : tests) {
    names.push_back(test.name);
    if (test.disabled) disabled.push_back(test.name);
  }
  EXPECT_THAT(names, ElementsAre("plain", "Outer/Inner/deep", "Outer/Inner/fails", "Outer/off", "Driven/_0",
                                 "Driven/_1", "typed<std__vector<int_ std__allocator<int>>>"));
  EXPECT_THAT(disabled, ElementsAre("Outer/off"));
}

TEST(BoostListing, OfOtherOutputIsEmpty) {
  EXPECT_THAT(parse_boost_listing(""), IsEmpty());
  EXPECT_THAT(parse_boost_listing("Running 3 test cases...\n\n*** No errors detected\n"), IsEmpty());
}

TEST(BoostArguments, StandBeforeTheUsers) {
  EXPECT_THAT(boost_run_words("Outer/case", {"--log_level=all", "--", "--color_output=yes"}),
              ElementsAre("--run_test=Outer/case", "--catch_system_errors=no", "--color_output=no",
                          "--report_level=detailed", "--log_level=all", "--", "--color_output=yes"));
}

// Boost.Test takes no option twice, but several ways to write one.
TEST(BoostArguments, GiveWayToTheUsers) {
  EXPECT_THAT(boost_run_words("a", {"-x", "yes"}), Not(Contains("--color_output=no")));
  EXPECT_THAT(boost_run_words("a", {"--no_color_output"}), Not(Contains("--color_output=no")));
  EXPECT_THAT(boost_run_words("a", {"--report=short"}), Not(Contains("--report_level=detailed")));
  EXPECT_THAT(boost_run_words("a", {"--catch_system_errors=yes"}), Not(Contains("--catch_system_errors=no")));
  EXPECT_THAT(boost_listing_words({"--color_output"}), ElementsAre("--list_content=HRF", "--color_output"));
}

TEST(BoostArguments, DoNotSelectTests) {
  EXPECT_THAT(boost_argument_problem({"--run_test=a"}), HasSubstr("--filter"));
  EXPECT_THAT(boost_argument_problem({"-t", "a"}), HasSubstr("--filter"));
  EXPECT_EQ(boost_argument_problem({"--log_level=all", "--", "-t"}), "");
}

}  // namespace
}  // namespace heddle::host
