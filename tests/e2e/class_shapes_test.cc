// Classes of shapes.h, whose methods are templates: the bug of each is found, its twin shows nothing, and no
// main method is left untested.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::IsEmpty;

class ClassShapes : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!HEDDLE_TEST_HAS_CLASS_MODEL)
      GTEST_SKIP() << "heddle-class-model was not built: Clang's libraries were not found";
  }

  Outcome test(const std::string& twin, const std::string& tests, int seed) const {
    return workplace_.run_heddle({"class", HEDDLE_TEST_SOURCES "/classes/shapes.h", "--class",
                                  "shapes::" + std::string(GetParam()) + "<" + twin + ">", "--quiet",
                                  "--tests", tests, "--time", "1h", "--seed", std::to_string(seed)});
  }

  Workplace workplace_;
};

constexpr int kSeeds = HEDDLE_FULL_TESTS ? 20 : 1;

TEST_P(ClassShapes, ShowTheirBugs) {
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const Outcome outcome = test("false", "300", seed);
    ASSERT_EQ(outcome.status, 1) << describe(outcome);
    const Json results = workplace_.results();
    EXPECT_THAT(results.at("not_tested"), IsEmpty());
    EXPECT_EQ(results.at("bugs").at(0).at("schedule"), "bug-1.schedule") << "the reproducer shows it";
  }
}

#if HEDDLE_FULL_TESTS
TEST_P(ClassShapes, TwinsShowNothing) {
  const Outcome outcome = test("true", "400", 1);
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(workplace_.results().at("not_tested"), IsEmpty());
}
#endif

const char* const kShapes[] = {
    "BulkQueue",
#if HEDDLE_FULL_TESTS
    "EmplaceStack", "UpdateMap",     "RangeList", "ForwardingBox", "Once",    "Cache",    "OutputQueue",
    "Registry",     "MoveOnlyQueue", "Ticket",    "Names",         "Counter", "Filtered", "Largest",
#endif
};
INSTANTIATE_TEST_SUITE_P(All, ClassShapes, ::testing::ValuesIn(kShapes),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace heddle::e2e
