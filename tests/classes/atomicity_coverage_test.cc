#include "classes/atomicity_coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::classes::atomicity_coverage_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Accessed {
  AccessType type;
  std::uint32_t line;
};
constexpr AccessType kRead = AccessType::kRead, kWrite = AccessType::kWrite;

Method method_on_x(const std::vector<Accessed>& accesses) {
  Method method;
  for (const auto& [type, line] : accesses) {
    FieldAccess access;
    access.field = "x";
    access.type = type;
    access.line = line;
    method.accesses.push_back(access);
  }
  return method;
}

TEST(AtomicityRequirements, AreTheFourTriplesThatNoOrderGives) {
  const Method reads = method_on_x({{kRead, 9}}), writes = method_on_x({{kWrite, 9}});
  const auto count = [](const Method& interrupted, const Method& other) {
    return atomicity_requirements(interrupted, other).size();
  };
  EXPECT_EQ(count(method_on_x({{kRead, 1}, {kRead, 2}}), writes), 1u);
  EXPECT_EQ(count(method_on_x({{kWrite, 1}, {kRead, 2}}), writes), 1u);
  EXPECT_EQ(count(method_on_x({{kRead, 1}, {kWrite, 2}}), writes), 1u);
  EXPECT_EQ(count(method_on_x({{kWrite, 1}, {kWrite, 2}}), reads), 1u);

  EXPECT_EQ(count(method_on_x({{kWrite, 1}, {kWrite, 2}}), writes), 0u);
  EXPECT_EQ(count(method_on_x({{kRead, 1}, {kRead, 2}}), reads), 0u);
  EXPECT_EQ(count(method_on_x({{kRead, 1}, {kWrite, 2}}), reads), 0u);
  EXPECT_EQ(count(method_on_x({{kWrite, 1}, {kRead, 2}}), reads), 0u);
}

TEST(AtomicityRequirements, NameTheFieldAndTheLines) {
  EXPECT_THAT(atomicity_requirements(method_on_x({{kRead, 3}, {kWrite, 5}}), method_on_x({{kWrite, 8}})),
              ElementsAre(AtomicityRequirement{"x", 3, 8, 5}));
  Method elsewhere = method_on_x({{kWrite, 8}});
  elsewhere.accesses.front().field = "y";
  EXPECT_THAT(atomicity_requirements(method_on_x({{kRead, 3}, {kWrite, 5}}), elsewhere), IsEmpty());
}

class Chosen : public ::testing::Test {
 protected:
  Chosen() {
    model_.methods = {method_on_x({{kRead, 1}, {kWrite, 2}}),   // two requirements against each write
                      method_on_x({{kWrite, 3}}),               // one write
                      method_on_x({{kWrite, 4}, {kWrite, 5}}),  // two writes
                      method_on_x({{kRead, 6}})};
  }

  ClassModel model_;
  Random random_{1};
};

TEST_F(Chosen, IsThePairWithMostThatIsNotCovered) {
  AtomicityCoverage coverage(model_, {{0, 1}, {0, 2}, {3, 3}}, random_);
  EXPECT_EQ(coverage.next(), 1u);
  coverage.cover(1);
  EXPECT_EQ(coverage.next(), 0u);
}

TEST_F(Chosen, ComesAgainWhenAllIsCovered) {
  AtomicityCoverage coverage(model_, {{0, 1}}, random_);
  EXPECT_EQ(coverage.next(), 0u);
  coverage.cover(0);
  EXPECT_EQ(coverage.next(), 0u);
}

TEST_F(Chosen, IsNoneWhereNothingCanBreak) {
  AtomicityCoverage coverage(model_, {{3, 3}}, random_);
  EXPECT_EQ(coverage.next(), std::nullopt);
}

}  // namespace
}  // namespace heddle::classes::atomicity_coverage_test
