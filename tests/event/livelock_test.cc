#include "event/livelock.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(LivelockVerdict, SaysHowSureItIs) {
  EXPECT_EQ(to_text({}), "nothing changes any more");
  EXPECT_EQ(to_text(no_progress_in(123'456'789)), "no progress seen in 120,000,000 steps");
  EXPECT_EQ(to_text(no_progress_in(50'001)), "no progress seen in 50,000 steps");
  EXPECT_EQ(to_text(no_progress_in(7)), "no progress seen in 7 steps");
}

TEST(LivelockVerdict, IsReadFromItsWords) {
  for (const LivelockVerdict& verdict :
       {LivelockVerdict{}, no_progress_in(99), no_progress_in(123'456), no_progress_in(123'456'789'012)}) {
    const std::string text = to_text(verdict);
    EXPECT_EQ(verdict_in(text), verdict) << text;
    EXPECT_EQ(verdict_in("livelock: " + text + "; the last steps were spent at main.cc:12"), verdict);
  }
}

}  // namespace
}  // namespace heddle
