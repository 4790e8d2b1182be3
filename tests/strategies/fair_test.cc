#include "strategies/fair.h"

#include <gtest/gtest.h>

#include <map>

#include "points.h"
#include "strategies/random_walk.h"

namespace heddle {
namespace {

using testing::Begun;
using testing::Point;

// Always the same thread, and a note of what it was told.
class Stubborn : public Strategy, private Exhaustible {
 public:
  struct Notes {
    int begun = 0, asked = 0, executed = 0, learnt = 0;
  };
  explicit Stubborn(Notes& notes) : notes_(notes) {}

  Facets facets() override {
    return {.needs = {.every_operation = true, .executed = true, .choices = true},
            .chooser = this,
            .exhaustible = this};
  }
  void begin(const RunContext&) override { ++notes_.begun; }
  Decision choose(const Choice&) override {
    ++notes_.asked;
    return Decision::go(2);
  }
  void executed(const Event&) override { ++notes_.executed; }
  Lesson learn(const Execution&) override {
    ++notes_.learnt;
    return Lesson::kNone;
  }

 private:
  bool exhausted() const override { return notes_.asked > 3; }
  std::string claim() const override { return "everything"; }

  Notes& notes_;
};

class FairTest : public ::testing::Test {
 protected:
  ThreadId choose(std::uint64_t without_progress) {
    return fair_.choose(Point({{0}, {1}, {2}}, 2, without_progress)).thread;
  }

  Stubborn::Notes notes_;
  Fair fair_{std::make_unique<Stubborn>(notes_)};
  Begun begun_{fair_};
};

TEST_F(FairTest, LeavesTheChoiceToTheStrategyWhileThereIsProgress) {
  for (std::uint64_t points = 0; points < Fair::kPatience; ++points) ASSERT_EQ(choose(points), 2);
  EXPECT_EQ(notes_.asked, static_cast<int>(Fair::kPatience));
}

TEST_F(FairTest, ChoosesUniformlyWhenPatienceIsAtAnEnd) {
  std::map<ThreadId, int> counts;
  for (std::uint64_t i = 0; i < 30'000; ++i) ++counts[choose(Fair::kPatience + i)];
  ASSERT_EQ(counts.size(), 3u);
  for (const auto& [thread, count] : counts) EXPECT_NEAR(count, 10'000, 330) << thread;
  EXPECT_EQ(notes_.asked, 0);
}

// A schedule of a hundred million steps must not have as many runs.
TEST_F(FairTest, LetsThreadsKeepTheirTurnsForLongerTheLongerNothingChanges) {
  const auto switches = [this](std::uint64_t without_progress) {
    int count = 0;
    for (int i = 0; i < 100'000; ++i) count += choose(without_progress) != 2;
    return count;
  };
  EXPECT_NEAR(switches(Fair::kShortTurns), 66'667, 600);
  EXPECT_NEAR(switches(1'000'000), 100'000 * 2 / 3 / 4000, 20);
  EXPECT_GT(switches(1'000'000), 0) << "but everybody has a turn";
}

TEST_F(FairTest, HandsBackAfterProgress) {
  choose(Fair::kPatience);
  EXPECT_EQ(choose(0), 2);
  EXPECT_EQ(notes_.asked, 1);
}

// A heartbeat that goes on until somebody stops it makes progress all the time. Every execution that comes to
// an end before it is too long would allow the next one to be ten times as long.
TEST_F(FairTest, DoesNotAllowLongerAndLongerExecutions) {
  Execution execution;
  execution.points = 60;
  for (unsigned i = 0; i < Fair::kFirstExecutions; ++i) fair_.learn(execution);
  execution.points = Fair::kLeastTooLong - 1;
  fair_.learn(execution);
  const Begun again(fair_);
  for (std::uint64_t i = 0; i < Fair::kLeastTooLong; ++i) choose(0);
  EXPECT_EQ(notes_.asked, static_cast<int>(Fair::kLeastTooLong));
  choose(0);
  EXPECT_EQ(notes_.asked, static_cast<int>(Fair::kLeastTooLong)) << "random from here on";
}

TEST_F(FairTest, AllowsExecutionsThatAreLongByNature) {
  Execution execution;
  execution.points = 60;
  for (unsigned i = 0; i < Fair::kFirstExecutions; ++i) fair_.learn(execution);
  execution.points = 2 * Fair::kLeastTooLong;
  fair_.learn(execution);
  const Begun again(fair_);
  for (std::uint64_t i = 0; i <= Fair::kLeastTooLong; ++i) choose(0);
  EXPECT_EQ(notes_.asked, static_cast<int>(Fair::kLeastTooLong) + 1);
}

TEST_F(FairTest, PassesEverythingElseOn) {
  EXPECT_EQ(notes_.begun, 1);
  fair_.executed({});
  fair_.learn({});
  EXPECT_EQ(notes_.executed, 1);
  EXPECT_EQ(notes_.learnt, 1);
  const Facets facets = fair_.facets();
  EXPECT_TRUE(facets.needs.every_operation && facets.needs.executed && facets.needs.choices);
  EXPECT_EQ(facets.claim(), "everything");
  EXPECT_EQ(facets.chooser, nullptr) << "it chooses itself, now and then";
  EXPECT_FALSE(fair_.facets().is_exhausted());
  notes_.asked = 4;
  EXPECT_TRUE(fair_.facets().is_exhausted());
}

// As the engine makes choices by itself: those that the strategy would have made with the same seed.
TEST(UniformChoices, AreThoseOfARandomWalk) {
  Fair asked(std::make_unique<RandomWalk>()), spared(std::make_unique<RandomWalk>());
  Execution execution;  // a short one: what is much longer counts as too long
  for (unsigned i = 0; i < Fair::kFirstExecutions; ++i) asked.learn(execution), spared.learn(execution);
  Begun begun(asked, 7), again(spared, 7);
  UniformChoices* const uniform = spared.facets().uniform;
  ASSERT_NE(uniform, nullptr);
  int made_by_engine = 0;
  for (std::uint64_t i = 0; i < 3 * Fair::kPatience + Fair::kLeastTooLong; ++i) {
    const std::uint64_t without_progress = i < 2 * Fair::kPatience ? i : 0;
    const Point point({{0}, {1}, {2}}, 1, without_progress);
    const ThreadId expected = asked.choose(point).thread;
    if (uniform->is_next(without_progress)) {
      --uniform->left;
      ++made_by_engine;
      ASSERT_EQ(static_cast<ThreadId>(again.random().below(3)), expected) << i;
    } else {
      ASSERT_EQ(spared.choose(point).thread, expected) << i;
    }
  }
  EXPECT_EQ(made_by_engine, static_cast<int>(Fair::kLeastTooLong));
}

TEST(UniformChoices, AreThoseOfNoOtherStrategy) {
  Fair other(std::make_unique<RandomWalk>(0.5));
  const Begun begun(other);
  EXPECT_EQ(other.facets().uniform, nullptr);
}

}  // namespace
}  // namespace heddle
