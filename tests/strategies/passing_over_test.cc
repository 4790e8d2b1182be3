// A copy of a strategy that passes over what was no lesson decides as one that learnt from all.
#include <gtest/gtest.h>

#include "random_programs.h"

namespace heddle {
namespace {

constexpr std::uint64_t kSearchSeed = 7;

struct Lessons {
  std::uint64_t none = 0;
  std::uint64_t noted = 0;
  std::uint64_t news = 0;
};

// Runs the program with both.
Lessons search(std::string_view spec, std::uint64_t program_seed, std::uint64_t executions) {
  const testing::RandomProgram program(program_seed);
  const std::unique_ptr<Strategy> learns = std::move(*make_strategy(spec));
  const std::unique_ptr<Strategy> passes_over = std::move(*make_strategy(spec));
  Lessons lessons;
  PassedOver passed{0, 0, kSearchSeed};
  for (std::uint64_t i = 0; i < executions; ++i) {
    const Facets facets = learns->facets();
    const bool held = facets.exit == ExitRule::kHeld;
    const bool expects_lesson = facets.until_lesson == 0;
    const auto run = [&](Strategy& strategy) {
      return testing::RandomProgramRun(program, i, seed_of_execution(kSearchSeed, i)).run(strategy, held);
    };
    const testing::RandomExecution ran = run(*learns);
    // Not all of them, so that it passes over several at once.
    if (mix(i) % 3 != 0) {
      passes_over->pass_over(std::exchange(passed, {i, 0, kSearchSeed}));
      EXPECT_EQ(run(*passes_over).digest, ran.digest) << spec << ", execution " << i;
    }
    Execution execution = ran.execution;
    execution.events = ran.events;
    execution.notes = ran.notes;
    const Lesson lesson = learns->learn(execution);
    lessons.none += lesson == Lesson::kNone;
    lessons.noted += lesson == Lesson::kNoted;
    lessons.news += lesson == Lesson::kNews;
    if (lesson == Lesson::kNone) {
      EXPECT_FALSE(expects_lesson && facets.profile == nullptr) << spec << ", execution " << i;
      ++passed.count;
    } else {
      passes_over->pass_over(std::exchange(passed, {i + 1, 0, kSearchSeed}));
      EXPECT_EQ(passes_over->learn(execution), lesson);
    }
    if (::testing::Test::HasFailure()) break;
  }
  return lessons;
}

class PassingOver : public ::testing::TestWithParam<const char*> {};

TEST_P(PassingOver, IsAsGoodAsLearning) {
  Lessons all;
  for (std::uint64_t program = 1; program <= 3; ++program) {
    const Lessons lessons = search(GetParam(), program, 300);
    all.none += lessons.none;
    all.noted += lessons.noted;
    all.news += lessons.news;
  }
  EXPECT_GT(all.none, all.news) << "it learns from most executions";
}

INSTANTIATE_TEST_SUITE_P(Strategies, PassingOver,
                         ::testing::Values("random", "pct", "rpro", "pos", "urw", "surw", "surwp", "hold",
                                           "auto", "tsa", "tsa:estimate=sharp,vary=true", "iroot",
                                           "iroot:idioms=1-5", "deadlock-fuzzer", "native", "noise"));

// What is chosen depends on every execution before it.
TEST(PassingOver, IsNotForThoseThatLearnFromEveryExecution) {
  for (const char* const spec : {"dfs", "hars", "ars", "hars-online", "mcr"})
    EXPECT_EQ((*make_strategy(spec))->facets().until_lesson, 0u) << spec;
}

}  // namespace
}  // namespace heddle
