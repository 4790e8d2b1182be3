#include "strategies/mcr/variables.h"

#include <gtest/gtest.h>

namespace heddle::causality {
namespace {

TEST(Variables, AreTheSameWhereTheSameBytesAreAccessed) {
  Variables variables;
  variables.note(7, 0, 4, true);
  variables.note(7, 4, 4, true);
  variables.note(8, 0, 4, true);
  variables.note(7, 0, 4, true);
  const auto first = variables.find(7, 0), second = variables.find(7, 4), other = variables.find(8, 0);
  EXPECT_NE(first.variable, second.variable);
  EXPECT_NE(first.variable, other.variable);
  EXPECT_EQ(variables.find(7, 0).variable, first.variable);
  EXPECT_FALSE(first.is_mixed);
  EXPECT_EQ(variables.changes(), 0u);
}

TEST(Variables, ThatOverlapAreOneWithoutAValue) {
  Variables variables;
  variables.note(7, 0, 4, true);
  variables.note(7, 4, 4, true);
  variables.note(7, 2, 4, true);
  EXPECT_EQ(variables.find(7, 0).variable, variables.find(7, 4).variable);
  EXPECT_TRUE(variables.find(7, 2).is_mixed);
  EXPECT_EQ(variables.changes(), 0u) << "nobody had asked";
}

TEST(Variables, ThatWereLookedUpChangeWhenSomethingOverlaps) {
  Variables variables;
  variables.note(7, 8, 8, true);
  variables.find(7, 8);
  variables.note(7, 12, 4, true);
  EXPECT_EQ(variables.changes(), 1u);
  EXPECT_TRUE(variables.find(7, 8).is_mixed);
  variables.note(7, 12, 4, true);
  EXPECT_EQ(variables.changes(), 1u) << "that is known by now";
}

TEST(Variables, AreNoValuesWhereAnAddressIsWaitedFor) {
  Variables variables;
  variables.note(7, 0, 4, true);
  EXPECT_FALSE(variables.find(7, 0).is_mixed);
  variables.note(7, 0, 4, false);
  EXPECT_TRUE(variables.find(7, 0).is_mixed);
  EXPECT_EQ(variables.changes(), 1u);
}

TEST(Variables, ObjectsAreAnotherMatterThanTheirMemory) {
  Variables variables;
  variables.note(7, 0, 4, true);
  EXPECT_NE(variables.object(7, 0), variables.find(7, 0).variable);
  EXPECT_EQ(variables.object(7, 0), variables.object(7, 0));
  EXPECT_NE(variables.object(7, 0), variables.object(7, 8));
}

}  // namespace
}  // namespace heddle::causality
