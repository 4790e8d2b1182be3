#include "runtime/engine/noted.h"

#include <gtest/gtest.h>

namespace heddle::runtime {

namespace {

TEST(Noted, TellsWhetherAllValuesAreUsual) {
  UnusualValues unusual = 0;
  Noted<unsigned> waiting(unusual, 0);
  Noted<std::uint64_t, ~0ull> deadline(unusual, 3);
  EXPECT_EQ(unusual, 0u);
  EXPECT_EQ(deadline, ~0ull);
  ++waiting;
  EXPECT_NE(unusual, 0u);
  deadline = 17;
  --waiting;
  EXPECT_EQ(waiting, 0u);
  EXPECT_NE(unusual, 0u);
  deadline = ~0ull;
  EXPECT_EQ(unusual, 0u);
}

TEST(Noted, AnAssignmentOfAnotherOneNotesItsOwnValue) {
  UnusualValues unusual = 0;
  Noted<unsigned> one(unusual, 0), other(unusual, 1);
  one = other = 2;
  EXPECT_EQ(unusual, 3u);
  one = 0;
  EXPECT_EQ(unusual, 2u);
}

}  // namespace

}  // namespace heddle::runtime
