#include "report/model/suppressions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "symbols/symbolizer.h"

namespace heddle::report {
namespace {

// A race at places without debug information: bank+0x12 and bank+0x34, between unnamed memory.
class SuppressionsTest : public ::testing::Test {
 protected:
  SuppressionsTest() {
    Module module;
    module.path = "/nowhere/bank";
    module.first = 1;
    module.size = 0x1000;
    modules_.modules.push_back(module);
    race_.kind = FailureKind::kDataRace;
    race_.race.place.kind = ObjectKind::kMapping;
    race_.race.place.offset = 0xabcd;
  }

  bool suppressed(std::string_view text) {
    const Result<Suppressions> rules = Suppressions::parse(text);
    EXPECT_TRUE(rules) << rules.error();
    return rules && rules->match(race_, Places(modules_, symbolizer_));
  }

  ModuleTable modules_;
  symbols::Symbolizer symbolizer_;
  Failure race_;
};

TEST_F(SuppressionsTest, NothingMeansNothing) {
  EXPECT_FALSE(suppressed(""));
  EXPECT_FALSE(suppressed("# a remark\n\n   \n"));
}

TEST_F(SuppressionsTest, NameWhatIsAccessed) {
  EXPECT_TRUE(suppressed("variable:mapped memory at 0xabcd"));
  EXPECT_TRUE(suppressed("  variable:mapped*\n"));
  EXPECT_FALSE(suppressed("variable:mapped"));
  EXPECT_FALSE(suppressed("function:mapped*\nfile:mapped*"));
}

TEST_F(SuppressionsTest, UnderstandThreadSanitizersLines) {
  EXPECT_TRUE(suppressed("race:memory at"));
  EXPECT_FALSE(suppressed("race:another"));
}

TEST_F(SuppressionsTest, ComplainAboutALineByItsNumber) {
  for (const char* wrong : {"variable:a\nvariabel:b", "variable:a\nfunction:", "variable:a\nbank.cc"}) {
    const Result<Suppressions> rules = Suppressions::parse(wrong);
    ASSERT_FALSE(rules) << wrong;
    EXPECT_THAT(rules.error(), ::testing::HasSubstr("line 2"));
    EXPECT_THAT(rules.error(), ::testing::HasSubstr("write function:NAME"));
  }
}

}  // namespace
}  // namespace heddle::report
