#include "event/livelock.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

using Kind = LivelockVerdict::Kind;

TEST(LivelockVerdict, SaysHowSureItIs) {
  EXPECT_EQ(to_text({}), "nothing changes any more");
  EXPECT_EQ(to_text({.kind = Kind::kOutOfTime}), "the real-time limit of the execution");
  EXPECT_EQ(to_text(no_progress_in(123'456'789, false)), "no progress seen in 120,000,000 steps");
  EXPECT_EQ(to_text(no_progress_in(50'001, true)),
            "no progress seen in 50,000 steps, up to the real-time limit of the execution");
  EXPECT_EQ(to_text(no_progress_in(7, false)), "no progress seen in 7 steps");
}

TEST(LivelockVerdict, IsReadFromItsWords) {
  for (const LivelockVerdict& verdict :
       {LivelockVerdict{}, LivelockVerdict{.kind = Kind::kOutOfTime}, no_progress_in(99, false),
        no_progress_in(123'456, false), no_progress_in(123'456'789'012, true)}) {
    const std::string text = to_text(verdict);
    EXPECT_EQ(verdict_in(text), verdict) << text;
    EXPECT_EQ(verdict_in("livelock: " + text + "; the last steps were spent at main.cc:12"), verdict);
  }
}

TEST(LivelockVerdict, IsAGuessOnlyWhereThereWasProgress) {
  Failure failure;
  failure.kind = FailureKind::kLivelock;
  failure.text = to_text({.kind = Kind::kOutOfTime});
  EXPECT_TRUE(is_guessed(failure));
  for (const LivelockVerdict& verdict :
       {LivelockVerdict{}, no_progress_in(1'000'000, false), no_progress_in(1'000'000, true)}) {
    failure.text = to_text(verdict);
    EXPECT_FALSE(is_guessed(failure)) << failure.text;
  }
}

}  // namespace
}  // namespace heddle
