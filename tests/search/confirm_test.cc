// When a failure is believed.
#include "search/confirm.h"

#include <gtest/gtest.h>

#include <vector>

namespace heddle {
namespace {

constexpr SiteId kPlace = 7;

Failure assertion_at(SiteId site) {
  Failure failure;
  failure.kind = FailureKind::kAssertion;
  failure.site = site;
  return failure;
}

Replayed ends_by(End end, SiteId site = kNoSite) {
  Replayed replayed;
  replayed.report.end = end;
  if (end == End::kFailed) replayed.report.failure = assertion_at(site);
  return replayed;
}

// What replays do, one after the other; the last one is repeated.
class Replays {
 public:
  explicit Replays(std::vector<Replayed> outcomes, int most = 100)
      : outcomes_(std::move(outcomes)), most_(most) {}

  Confirmation confirm() {
    const auto replay = [this](bool is_first) -> Result<Replayed> {
      EXPECT_EQ(is_first, made == 0);
      const std::size_t place = std::min<std::size_t>(static_cast<std::size_t>(made++), outcomes_.size() - 1);
      return outcomes_[place];
    };
    return confirm_failure(assertion_at(kPlace), replay, [this] { return made >= most_; });
  }

  int made = 0;

 private:
  std::vector<Replayed> outcomes_;
  int most_;
};

TEST(Confirming, TakesThreeReplays) {
  Replays replays({ends_by(End::kFailed, kPlace)});
  const Confirmation confirmation = replays.confirm();
  EXPECT_EQ(replays.made, 3);
  EXPECT_EQ(confirmation.replays, 3);
  EXPECT_EQ(confirmation.problem, "");
  ASSERT_TRUE(confirmation.first);
  EXPECT_EQ(confirmation.first->report.failure.site, kPlace);
}

TEST(Confirming, EndsWithTheFirstReplayThatPasses) {
  Replays replays({ends_by(End::kCompleted), ends_by(End::kFailed, kPlace)});
  const Confirmation confirmation = replays.confirm();
  EXPECT_EQ(replays.made, 1);
  EXPECT_FALSE(confirmation.first);
  EXPECT_EQ(confirmation.problem.find("its schedule was followed to the end and passed"), 0u);
}

TEST(Confirming, BelievesNoFailureThatComesNowAndThen) {
  Replays replays({ends_by(End::kFailed, kPlace), ends_by(End::kFailed, kPlace), ends_by(End::kCompleted)});
  const Confirmation confirmation = replays.confirm();
  EXPECT_EQ(confirmation.problem.find("2 of 3 replays failed in this way; in the last one, its schedule"), 0u)
      << confirmation.problem;
  EXPECT_TRUE(confirmation.first) << "it can still be shown";
}

TEST(Confirming, WantsTheSameFailure) {
  Replays replays({ends_by(End::kFailed, kPlace), ends_by(End::kFailed, kPlace + 1)});
  EXPECT_EQ(
      replays.confirm().problem,
      "1 of 2 replays failed in this way; in the last one, its schedule failed again, but in another way");
}

TEST(Confirming, DoesWithTheReplaysForWhichThereIsTime) {
  Replays two({ends_by(End::kFailed, kPlace)}, 2);
  EXPECT_EQ(two.confirm().problem, "");
  Replays cut_short({ends_by(End::kFailed, kPlace), ends_by(End::kStuck)}, 2);
  EXPECT_EQ(cut_short.confirm().problem, "") << "the replay that was not over says nothing";
  Replays none({ends_by(End::kFailed, kPlace)}, 0);
  EXPECT_EQ(none.confirm().problem,
            "there was no time left to repeat it; raise --time, or try 'heddle replay'");
  Replays stuck({ends_by(End::kStuck)});
  EXPECT_EQ(stuck.confirm().problem.find("there was no time to repeat it"), 0u);
}

TEST(Confirming, NamesTheLibraryThatMayHaveOrderedARace) {
  Replayed ordered = ends_by(End::kCompleted);
  Module program, library;
  program.path = "program";
  program.size = 100;
  library.path = "library.so";
  library.first = 100;
  library.size = 100;
  ordered.modules.modules = {program, library};
  EXPECT_EQ(Replays({ordered}).confirm().ordered_by, "") << "no place is not the program's first one";
  ordered.ordered_by = 150;
  EXPECT_EQ(Replays({ordered}).confirm().ordered_by, "library.so");
}

}  // namespace
}  // namespace heddle
