#include "classes/pair_selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace heddle::classes {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(PairScore, BcContestByHand) {
  EXPECT_EQ(bc_contest_score({.tries = 0, .covered = 0}), 1u) << "max(|1 - 0|, 1) * 1";
  EXPECT_EQ(bc_contest_score({.tries = 1, .covered = 1}), 2u) << "max(|2 - 1|, 1) * 2";
  EXPECT_EQ(bc_contest_score({.tries = 1, .covered = 0}), 4u) << "max(|2 - 0|, 1) * 2";
  EXPECT_EQ(bc_contest_score({.tries = 2, .covered = 2}), 3u);
  EXPECT_EQ(bc_contest_score({.tries = 2, .covered = 1}), 6u);
  EXPECT_EQ(bc_contest_score({.tries = 2, .covered = 0}), 9u);
  EXPECT_EQ(bc_contest_score({.tries = 9, .covered = 4}), 60u);
}

TEST(PairScore, CovConPrefersWhatWasMissed) {
  EXPECT_EQ(covcon_score({.tries = 0, .covered = 0}), 1u);
  EXPECT_EQ(covcon_score({.tries = 1, .covered = 0}), 2u);
  EXPECT_EQ(covcon_score({.tries = 1, .covered = 1}), 4u);
  EXPECT_EQ(covcon_score({.tries = 5, .covered = 2}), 18u);
}

PairSelection make(std::string_view name, std::optional<bool> groups, PairSelection::Sizes sizes,
                   Random& random) {
  auto made = make_pair_selection(name, groups, sizes, random);
  EXPECT_TRUE(made.ok()) << made.error();
  return *made;
}

// The next `count` pairs, when those in `coverable` are covered by every test for them.
std::vector<std::size_t> selected(PairSelection& selection, std::size_t count,
                                  const std::set<std::size_t>& coverable = {}) {
  std::vector<std::size_t> pairs;
  for (std::size_t i = 0; i < count; ++i) {
    pairs.push_back(*selection.next());
    selection.feedback(pairs.back(), coverable.contains(pairs.back()));
  }
  return pairs;
}

TEST(PairSelection, HighPriorityOnceThenLowPriorityOnceThenTheSmallestScore) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    PairSelection selection = make("bc-contest", {}, {.high_priority = 3, .low_priority = 2}, random);
    const std::set<std::size_t> coverable = {1, 4};
    const std::vector<std::size_t> first = selected(selection, 5, coverable);
    EXPECT_EQ((std::set<std::size_t>{first.begin(), first.begin() + 3}), (std::set<std::size_t>{0, 1, 2}));
    EXPECT_EQ((std::set<std::size_t>{first.begin() + 3, first.end()}), (std::set<std::size_t>{3, 4}));
    EXPECT_EQ(selection.score(0), 4u);
    EXPECT_EQ(selection.score(1), 2u);
    // 1 and 4 score 2, then 3; then they and the three missed ones score 4.
    const std::vector<std::size_t> then = selected(selection, 4, coverable);
    EXPECT_EQ((std::set<std::size_t>{then.begin(), then.begin() + 2}), (std::set<std::size_t>{1, 4}));
    EXPECT_EQ((std::set<std::size_t>{then.begin() + 2, then.end()}), (std::set<std::size_t>{1, 4}));
    for (std::size_t pair = 0; pair < 5; ++pair) EXPECT_EQ(selection.score(pair), 4u) << pair;
  }
}

TEST(PairSelection, WithoutGroupsEachPairOnceInAnyOrder) {
  std::set<std::size_t> firsts;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Random random(seed);
    PairSelection selection = make("bc-contest-ng", {}, {.high_priority = 2, .low_priority = 2}, random);
    const std::vector<std::size_t> pairs = selected(selection, 4);
    EXPECT_EQ((std::set<std::size_t>{pairs.begin(), pairs.end()}).size(), 4u);
    firsts.insert(pairs[0]);
  }
  EXPECT_THAT(firsts, ElementsAre(0, 1, 2, 3));
}

TEST(PairSelection, AllAlgorithmsCanHaveGroups) {
  ASSERT_FALSE(all_pair_selections().empty());
  for (const PairSelectionInfo& info : all_pair_selections()) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      Random random(seed);
      PairSelection selection = make(info.name, true, {.high_priority = 4, .low_priority = 3}, random);
      std::vector<std::size_t> pairs = selected(selection, 7, {0, 5});
      std::sort(pairs.begin(), pairs.begin() + 4);
      std::sort(pairs.begin() + 4, pairs.end());
      EXPECT_THAT(pairs, ElementsAre(0, 1, 2, 3, 4, 5, 6)) << info.name;
    }
  }
}

TEST(PairSelection, NaiveGoesRound) {
  Random random(3);
  PairSelection selection = make("naive", {}, {.high_priority = 0, .low_priority = 5}, random);
  selected(selection, 50, {0, 1, 2});
  for (std::size_t pair = 0; pair < 5; ++pair) EXPECT_EQ(selection.record(pair).tries, 10u);
  EXPECT_EQ(selection.record(2).covered, 10u);
  EXPECT_EQ(selection.record(3).covered, 0u);
}

TEST(PairSelection, CovConSpendsMoreOnWhatItMissesAndBcContestLess) {
  const auto tries_of_missed = [](std::string_view name) {
    Random random(1);
    PairSelection selection = make(name, false, {.high_priority = 0, .low_priority = 2}, random);
    selected(selection, 100, {0});
    return selection.record(1).tries;
  };
  EXPECT_GT(tries_of_missed("covcon"), 80u);
  EXPECT_LT(tries_of_missed("bc-contest"), 20u);
  EXPECT_GT(tries_of_missed("bc-contest"), 1u) << "nobody is left alone for ever";
}

TEST(PairSelection, RandomTriesAllAboutEquallyOften) {
  Random random(7);
  PairSelection selection = make("random", {}, {.high_priority = 2, .low_priority = 2}, random);
  selected(selection, 4000);
  for (std::size_t pair = 0; pair < 4; ++pair) {
    EXPECT_GT(selection.record(pair).tries, 850u);
    EXPECT_LT(selection.record(pair).tries, 1150u);
  }
}

TEST(PairSelection, KnowsItsNames) {
  Random random;
  EXPECT_FALSE(make("naive", {}, {}, random).next().has_value());
  const auto unknown = make_pair_selection("contege", {}, {}, random);
  ASSERT_FALSE(unknown.ok());
  EXPECT_THAT(unknown.error(), HasSubstr("bc-contest, bc-contest-ng, covcon, naive, random"));
}

}  // namespace
}  // namespace heddle::classes
