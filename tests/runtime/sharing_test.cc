#include "runtime/isolation/sharing.h"

#include <gtest/gtest.h>

namespace heddle::runtime {
namespace {

constexpr std::uint64_t kForever = ~std::uint64_t{0};
constexpr Ahead kMany{1'000'000, kForever};

// Each execution takes 20 microseconds, and a while has passed without news.
Sharing quiet() {
  Sharing sharing;
  sharing.note_time(10, 200'000);
  sharing.note_quiet(Sharing::kLeastPatience);
  return sharing;
}

TEST(Sharing, BeginsWhenNothingWasLearntForAWhile) {
  Sharing sharing;
  sharing.note_time(10, 200'000);
  EXPECT_FALSE(sharing.pays(kMany));
  sharing.note_quiet(Sharing::kLeastPatience - 1);
  EXPECT_FALSE(sharing.pays(kMany));
  sharing.note_quiet(1);
  EXPECT_TRUE(sharing.pays(kMany));
  sharing.note_news();
  EXPECT_FALSE(sharing.pays(kMany));
}

TEST(Sharing, WaitsUntilItIsKnownHowLongAnExecutionTakes) {
  Sharing sharing;
  sharing.note_quiet(1000);
  EXPECT_FALSE(sharing.pays(kMany));
}

TEST(Sharing, NeedsWorkThatPaysForTheStart) {
  Sharing sharing = quiet();
  EXPECT_FALSE(sharing.pays({100, kForever}));
  EXPECT_TRUE(sharing.pays({500, kForever}));
  sharing.note_start(2'000'000);
  EXPECT_FALSE(sharing.pays({500, kForever}));
  EXPECT_TRUE(sharing.pays({1000, kForever}));
}

TEST(Sharing, GoesUpToTheNextLesson) {
  EXPECT_EQ(Sharing::extent({1000, 10}), 11u);
  EXPECT_EQ(Sharing::extent({1000, kForever}), 1000u);
  EXPECT_FALSE(quiet().pays({1'000'000, 100}));
  EXPECT_FALSE(quiet().pays({1'000'000, 0})) << "every execution teaches something";
}

TEST(Sharing, BecomesMorePatientWhenItEndsTooSoon) {
  Sharing sharing = quiet();
  sharing.note_surprise(3);
  sharing.note_quiet(Sharing::kLeastPatience);
  EXPECT_FALSE(sharing.pays(kMany));
  sharing.note_quiet(Sharing::kLeastPatience);
  EXPECT_TRUE(sharing.pays(kMany));
  for (int i = 0; i < 100; ++i) sharing.note_surprise(3);
  sharing.note_quiet(Sharing::kMostPatience);
  EXPECT_TRUE(sharing.pays(kMany));
  sharing.note_surprise(1'000'000);
  sharing.note_quiet(Sharing::kLeastPatience);
  EXPECT_TRUE(sharing.pays(kMany));
}

TEST(Sharing, CutsFairPieces) {
  EXPECT_EQ(quiet().piece(kMany, 2), 100u);  // 2 ms
  EXPECT_EQ(quiet().piece({80, kForever}, 2), 10u);
  EXPECT_EQ(quiet().piece({1, kForever}, 2), 1u);
}

}  // namespace
}  // namespace heddle::runtime
