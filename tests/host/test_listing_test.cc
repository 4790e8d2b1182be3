#include "host/test_listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::host {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> names(const std::vector<ListedTest>& tests) {
  std::vector<std::string> result;
  for (const ListedTest& test : tests) result.push_back(test.name);
  return result;
}

constexpr char kGoogleListing[] =
    "Running main() from ./googletest/src/gtest_main.cc\n"
    "Hello from the program.\n"
    "  an indented line of it\n"
    "Counter.\n"
    "  Adds\n"
    "  DISABLED_Slow\n"
    "DISABLED_Whole.\n"
    "  Test\n"
    "Small/Queue.\n"
    "  KeepsAll/0  # GetParam() = 1\n"
    "  KeepsAll/1  # GetParam() = 3\n"
    "Plain/0.  # TypeParam = int\n"
    "  HasNoThreads\n"
    "Plain/1.  # TypeParam = std::vector<int, std::allocator<int> >\r\n"
    "  HasNoThreads\r\n"
    "ForkDeathTest.\n"
    "  Dies\n"
    "Styles/ForkDeathTest.\n"
    "  Dies/0  # GetParam() = \"a # b\"\n"
    "DeathTestless.\n"
    "  Lives\n";

TEST(GoogleListing, HasNamesWithParametersAndTypes) {
  EXPECT_THAT(
      names(parse_google_listing(kGoogleListing)),
      ElementsAre("Counter.Adds", "Counter.DISABLED_Slow", "DISABLED_Whole.Test", "Small/Queue.KeepsAll/0",
                  "Small/Queue.KeepsAll/1", "Plain/0.HasNoThreads", "Plain/1.HasNoThreads",
                  "ForkDeathTest.Dies", "Styles/ForkDeathTest.Dies/0", "DeathTestless.Lives"));
}

TEST(GoogleListing, KnowsWhatIsDisabledAndWhatForks) {
  const std::vector<ListedTest> tests = parse_google_listing(kGoogleListing);
  EXPECT_TRUE(std::any_of(tests.begin(), tests.end(), [](const ListedTest& test) { return test.disabled; }));
  EXPECT_TRUE(
      std::any_of(tests.begin(), tests.end(), [](const ListedTest& test) { return test.death_test; }));
  for (const ListedTest& test : tests) {
    EXPECT_EQ(test.disabled, test.name.find("DISABLED_") != std::string::npos) << test.name;
    EXPECT_EQ(test.death_test, test.name.find("ForkDeathTest") != std::string::npos) << test.name;
  }
}

TEST(GoogleListing, OfNothingIsEmpty) {
  EXPECT_TRUE(parse_google_listing("").empty());
  EXPECT_TRUE(parse_google_listing("  Orphan\nWords that end with a dot.\n  Orphan\n").empty());
}

TEST(Catch2Listing, IsANameALine) {
  EXPECT_THAT(
      names(parse_catch2_listing("plain name\nwith, comma [and] \"more\"\n\"#hash\"\n\"quoted\"\n\n")),
      ElementsAre("plain name", "with, comma [and] \"more\"", "#hash", "\"quoted\""));
}

TEST(Catch3Listing, IsXml) {
  const auto tests = parse_catch3_listing(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<MatchingTests>\n"
      "  <TestCase>\n    <Name>a &lt;b> &amp;amp; &quot;c&quot;</Name>\n    <ClassName/>\n    "
      "<Tags>[t]</Tags>\n"
      "    <SourceInfo>\n      <File>a.cc</File>\n      <Line>3</Line>\n    </SourceInfo>\n  </TestCase>\n"
      "  <TestCase>\n    <Name>second</Name>\n  </TestCase>\n"
      "</MatchingTests>\n");
  ASSERT_TRUE(tests) << tests.error();
  EXPECT_THAT(names(*tests), ElementsAre("a <b> &amp; \"c\"", "second"));
  EXPECT_FALSE(parse_catch3_listing("All available test cases:\n  one\n"));
  EXPECT_FALSE(parse_catch3_listing("<MatchingTests>\n<TestCase>\n<Name>cut"));
}

// What Catch2 2.13 makes of these is checked by test_e2e_test, with Catch2 itself.
TEST(Catch2Specification, EscapesWhatMeansSomething) {
  EXPECT_EQ(catch2_specification("plain name"), "plain name");
  EXPECT_EQ(catch2_specification("a, [b] \"c\" \\d"), "a\\, \\[b\\] \\\"c\\\" \\\\d");
  EXPECT_EQ(catch2_specification("~not"), "\\~not");
  EXPECT_EQ(catch2_specification("-dash - inside ~"), "\\-dash - inside ~");
}

TEST(Catch2Specification, IsCheckedWhereItMightMeanOthers) {
  const std::vector<ListedTest> all = {{"plain"}, {"other"}, {"Other"}};
  EXPECT_FALSE(needs_checking("plain", all));
  EXPECT_TRUE(needs_checking("other", all));
  EXPECT_TRUE(needs_checking("star*", all));
  EXPECT_TRUE(needs_checking("a, b", all));
  EXPECT_TRUE(needs_checking(" led by a space", all));
  EXPECT_TRUE(needs_checking("exclude:d", all));
}

TEST(Catch2Specification, HasOtherForms) {
  EXPECT_THAT(other_catch2_specifications("~ a \"b\", c"),
              ElementsAre("\"~ a \\\"b\\\", c\"", "* a \\\"b\\\"\\, c"));
}

}  // namespace
}  // namespace heddle::host
