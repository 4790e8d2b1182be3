#include "event/site_lines.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(LineOf, IsTheLineOfTheCodeBeforeAReturnAddress) {
  const std::vector<SiteLine> lines = {{100, 100}, {110, 110}, {120, 100}, {130, kNoSite}};
  EXPECT_EQ(line_of(lines, 101), 100u);
  EXPECT_EQ(line_of(lines, 110), 100u) << "the call ends where the next line begins";
  EXPECT_EQ(line_of(lines, 111), 110u);
  EXPECT_EQ(line_of(lines, 125), 100u) << "the same line again";
}

TEST(LineOf, IsTheSiteWhereNoLineIsKnown) {
  EXPECT_EQ(line_of({}, 7), 7u);
  EXPECT_EQ(line_of({{100, 100}, {130, kNoSite}}, 100), 100u);
  EXPECT_EQ(line_of({{100, 100}, {130, kNoSite}}, 50), 50u);
  EXPECT_EQ(line_of({{100, 100}, {130, kNoSite}}, 131), 131u);
}

}  // namespace
}  // namespace heddle
