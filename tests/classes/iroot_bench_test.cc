// Adaptive test generation on a bench whose tests are told what they show.
#include "classes/run/iroot_bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/iroot.h"
#include "classes/run/algorithms.h"

namespace heddle::classes {
namespace {

using ::testing::HasSubstr;

IRoot root(SiteId from, SiteId to) {
  return {1, {{{from, OperationKind::kWrite}, {to, OperationKind::kRead}}}};
}

CoverageItem item(const IRoot& root, bool covered) {
  CoverageItem item;
  item.shape = root.idiom;
  item.steps = 2;
  item.covered = covered;
  for (std::size_t i = 0; i < 2; ++i) item.step[i] = {root.events[i].site, 0, root.events[i].kind, 0};
  return item;
}

Operations counter() {
  ClassModel model;
  model.name = "Counter";
  Method constructor;
  constructor.is_constructor = true;
  constructor.name = "Counter";
  Method add;
  add.name = "add";
  add.returns.category = TypeCategory::kVoid;
  model.methods = {constructor, add};
  return Operations(model);
}

class IRootBenchTest : public ::testing::Test {
 protected:
  std::optional<TestRun> run(const ScheduleBudget& schedules, const MeterSettings& coverage) {
    strategies_.push_back(schedules.strategy);
    executions_.push_back(schedules.executions);
    EXPECT_EQ(coverage.metrics, bit_of(MetricKind::kIRoots));
    TestRun run;
    run.coverage.metrics = {{MetricKind::kIRoots, items_, {}}};
    return run;
  }

  const Operations operations_ = counter();
  std::vector<std::string> strategies_;
  std::vector<std::uint64_t> executions_;
  std::vector<CoverageItem> items_ = {item(root(1, 2), true), item(root(2, 1), false)};
  bool over_ = false;
  IRootBench bench_{operations_,
                    {},
                    [this](const TestCase&, const ScheduleBudget& schedules, const MeterSettings& coverage) {
                      return run(schedules, coverage);
                    },
                    [this] { return over_; }};
};

TEST_F(IRootBenchTest, ProfilesAsNobodyControlsIt) {
  const TestProfile profile = bench_.profile({});
  EXPECT_EQ(profile.discovered, (IRootSet{root(1, 2).key(), root(2, 1).key()}));
  EXPECT_EQ(profile.exposed, (IRootSet{root(1, 2).key()}));
  EXPECT_EQ(strategies_.front(), "native");
  EXPECT_EQ(executions_.front(), 2);
  EXPECT_EQ(bench_.counts().profiles, 1);
}

TEST_F(IRootBenchTest, AimsMoreOftenAtMoreTargets) {
  EXPECT_EQ(bench_.actively_test({}, {root(2, 1).key()}), (IRootSet{root(1, 2).key()}));
  bench_.actively_test({}, {1, 2, 3, 4, 5});
  EXPECT_THAT(strategies_.front(), HasSubstr("iroot"));
  EXPECT_LT(executions_[0], executions_[1]);
  EXPECT_EQ(bench_.counts().active_tests, 2);
  EXPECT_EQ(bench_.counts().discovered.size(), 2);
  EXPECT_EQ(bench_.counts().exposed.size(), 1);
}

TEST_F(IRootBenchTest, GivesUpWhatCannotBeExposed) {
  const IRootSet target{root(2, 1).key()};
  bench_.actively_test({}, target);
  EXPECT_EQ(bench_.profile({}).discovered.size(), 2);
  bench_.actively_test({}, target);
  EXPECT_EQ(bench_.profile({}).discovered.size(), 1);
  items_.back().covered = true;
  EXPECT_EQ(bench_.profile({}).discovered.size(), 2) << "it can be exposed, after all";
}

TEST_F(IRootBenchTest, DoesNothingWhenItIsOver) {
  over_ = true;
  EXPECT_EQ(bench_.random_test([](const TestCase&) { return false; }), std::nullopt);
  EXPECT_TRUE(bench_.profile({}).discovered.empty());
  EXPECT_TRUE(bench_.actively_test({}, {1}).empty());
  EXPECT_EQ(bench_.counts().profiles + bench_.counts().active_tests, 0);
  EXPECT_TRUE(strategies_.empty());
}

TEST_F(IRootBenchTest, DrawsUnseenTestsWithinThePapersBounds) {
  for (int i = 0; i < 50; ++i) {
    const std::optional<TestCase> test = bench_.random_test([](const TestCase&) { return false; });
    ASSERT_TRUE(test);
    EXPECT_EQ(test->suffixes.size(), 2);
    for (const CallSequence& suffix : test->suffixes) EXPECT_LE(suffix.size(), 4);
  }
  EXPECT_EQ(bench_.random_test([](const TestCase&) { return true; }), std::nullopt);
}

TEST(ParseAlgorithm, KnowsNamesAndOptions) {
  const Result<Algorithm> sd_atg = parse_algorithm("sd-atg:n=8,rounds=1,exposed=profiled");
  ASSERT_TRUE(sd_atg) << sd_atg.error();
  EXPECT_NE(sd_atg->atg_loop, nullptr);
  EXPECT_EQ(sd_atg->atg.N, 8);
  EXPECT_EQ(sd_atg->rounds, 1);
  EXPECT_TRUE(sd_atg->atg.profiles_expose);
  EXPECT_EQ(parse_algorithm("covcon:groups=on")->groups, true);
  EXPECT_EQ(parse_algorithm("auto")->atg_loop, nullptr);
  for (const AlgorithmInfo& each : class_algorithms())
    EXPECT_TRUE(parse_algorithm(std::string(each.name)).ok());
  EXPECT_THAT(parse_algorithm("dice").error(), HasSubstr("there is no algorithm 'dice'; there are auto, "));
  EXPECT_THAT(parse_algorithm("mrt:groups=on").error(), HasSubstr("for mrt there is n=N"));
  EXPECT_THAT(parse_algorithm("naive:n=2").error(), HasSubstr("groups=on and groups=off"));
  EXPECT_FALSE(parse_algorithm("mrt:n=0").ok());
}

}  // namespace
}  // namespace heddle::classes
