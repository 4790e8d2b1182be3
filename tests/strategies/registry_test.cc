#include "strategies/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "points.h"

namespace heddle {
namespace {

using ::testing::AllOf;
using testing::Begun;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using testing::Point;

std::string error_of(std::string_view spec) {
  const Result<std::unique_ptr<Strategy>> made = make_strategy(spec);
  return made ? "(accepted)" : made.error();
}

TEST(StrategySpec, IsANameAlone) {
  const Result<StrategySpec> spec = parse_strategy_spec("random");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->name, "random");
  EXPECT_THAT(spec->options, IsEmpty());
}

TEST(StrategySpec, IsANameWithOptions) {
  const Result<StrategySpec> spec = parse_strategy_spec("pct:depth=3,seed=,text=a=b");
  ASSERT_TRUE(spec) << spec.error();
  EXPECT_EQ(spec->name, "pct");
  EXPECT_THAT(spec->options, ElementsAre(Pair("depth", "3"), Pair("seed", ""), Pair("text", "a=b")));
}

TEST(StrategySpec, RefusesAnOptionThatIsNoPair) {
  for (const char* spec : {"random:switch", "random:=0.5", "random:switch=0.5,fast", "random:,switch=1"})
    EXPECT_THAT(error_of(spec), HasSubstr("key=value")) << spec;
  EXPECT_THAT(error_of("random:switch=0.5,fast"), HasSubstr("'fast'"));
}

TEST(StrategyRegistry, HasTheStrategiesWithAllTheirWords) {
  std::set<std::string_view> names;
  for (const StrategyInfo& info : all_strategies()) {
    EXPECT_FALSE(info.name.empty());
    EXPECT_FALSE(info.summary.empty()) << info.name;
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
  }
  EXPECT_TRUE(names.contains("random"));
  EXPECT_TRUE(names.contains("fifo"));
}

// The engine asks only those (facets.h).
TEST(StrategyRegistry, WhoChoosesStoresSaysSo) {
  unsigned choosing = 0;
  for (const StrategyInfo& info : all_strategies()) {
    const Result<std::unique_ptr<Strategy>> made = make_strategy(info.name);
    ASSERT_TRUE(made) << made.error();
    const bool is_asked = (*made)->facets().needs.stores;
    const Begun begun(**made);
    Operation load;
    load.kind = OperationKind::kAtomicLoad;
    for (int i = 0; i < 10; ++i) {
      const std::uint32_t chosen = (*made)->choose_store(
          {.thread = 0, .operation = load, .count = 3, .step = 0, .without_progress = 0});
      EXPECT_TRUE(is_asked || chosen == kDrawnStore) << info.name;
    }
    choosing += is_asked ? 1 : 0;
  }
  EXPECT_GE(choosing, 3u);
}

TEST(StrategyRegistry, MakesEachOfThem) {
  for (const StrategyInfo& info : all_strategies()) {
    const Result<std::unique_ptr<Strategy>> made = make_strategy(info.name);
    ASSERT_TRUE(made) << made.error();
    const Begun begun(**made);
    EXPECT_EQ((*made)->choose(Point({{4}}, 4)).thread, 4) << info.name;
  }
}

TEST(StrategyRegistry, ListsWhatThereIsWhenANameIsUnknown) {
  for (const char* spec : {"rnadom", "", "Random", "random ", ":switch=1"})
    EXPECT_THAT(error_of(spec), HasSubstr("there is no strategy")) << spec;
  for (const StrategyInfo& info : all_strategies())
    EXPECT_THAT(error_of("rnadom"), AllOf(HasSubstr("'rnadom'"), HasSubstr(std::string(info.name))));
}

TEST(StrategyRegistry, SaysWhatIsAllowedWhenAnOptionIsUnknown) {
  EXPECT_THAT(error_of("random:swich=0.5"), AllOf(HasSubstr("'swich'"), HasSubstr("switch=P")));
  EXPECT_THAT(error_of("random:switch=0.5,zoom=1"), HasSubstr("'zoom'")) << "the good one is not to blame";
  EXPECT_THAT(error_of("fifo:patience=1"), AllOf(HasSubstr("'patience'"), HasSubstr("newest=true|false")));
}

TEST(StrategyRegistry, RefusesABadNumber) {
  for (const char* number : {"", "x", "0.5x", "-0.1", "1.1", "nan", "inf", "1e9", "0,5", "--1"})
    EXPECT_NE(error_of(std::string("random:switch=") + number), "(accepted)") << number;
  EXPECT_THAT(error_of("random:switch=2"), AllOf(HasSubstr("switch=2"), HasSubstr("from 0 to 1")));
}

TEST(StrategyRegistry, RefusesBadParametersWithWhatIsAllowed) {
  EXPECT_THAT(error_of("pct:depth=0"), AllOf(HasSubstr("depth=0"), HasSubstr("from 1 to 100")));
  EXPECT_THAT(error_of("pct:depth=three"), HasSubstr("from 1 to 100"));
  EXPECT_THAT(error_of("rpro:depth=1"), HasSubstr("from 2 to 100"));
  EXPECT_THAT(error_of("rpro:depth=8,radius=5"),
              AllOf(HasSubstr("radius=5"), HasSubstr("at least depth - 2")));
  EXPECT_EQ(error_of("rpro:depth=7,radius=5"), "(accepted)");
  EXPECT_THAT(error_of("rpro:radius=0"), HasSubstr("from 1"));
  EXPECT_THAT(error_of("pct:events=some"), HasSubstr("acquire, sync or all"));
  EXPECT_THAT(error_of("pct:fair=maybe"), HasSubstr("true or false"));
  EXPECT_THAT(error_of("pct:radius=3"), AllOf(HasSubstr("'radius'"), HasSubstr("depth=D")))
      << "that is rpro's";
  EXPECT_THAT(error_of("noise:probability=1.5"), AllOf(HasSubstr("1.5"), HasSubstr("from 0 to 1")));
  EXPECT_THAT(error_of("noise:mode=shout"), HasSubstr("yield or sleep"));
  EXPECT_THAT(error_of("noise:max=10"), HasSubstr("10ms"));
  EXPECT_THAT(error_of("surw:locations=2"), HasSubstr("it takes none"));
}

TEST(StrategyRegistry, AcceptsEveryProbability) {
  for (const char* number : {"0", "1", "0.5", ".5", "1e-3", "0.0", "1.0"})
    EXPECT_EQ(error_of(std::string("random:switch=") + number), "(accepted)") << number;
}

TEST(StrategyRegistry, ReadsOptionsIntoTheirOwnTypes) {
  const Result<ParsedStrategy> rpro = parse_strategy("rpro:depth=4,radius=20,events=all");
  ASSERT_TRUE(rpro) << rpro.error();
  EXPECT_EQ(rpro->info->name, "rpro");
  const auto* const options = rpro->options_as<RproOptions>();
  ASSERT_NE(options, nullptr);
  EXPECT_EQ(options->radius, 20u);
  EXPECT_EQ(options->pct.depth, 4u);
  EXPECT_EQ(options->pct.counted, EventClass::kAll);
  EXPECT_EQ(rpro->options_as<PctOptions>(), nullptr) << "they are another strategy's";
  EXPECT_EQ(parse_strategy("tsa:estimate=sharp")->options_as<TsaOptions>()->estimate, Estimate::kSharp);
  EXPECT_EQ(parse_strategy("iroot")->options_as<IRootOptions>()->idioms, 1u << 1);
  EXPECT_EQ(parse_strategy("iroot:idioms=1-3")->options_as<IRootOptions>()->idioms, 0b1110u);
  EXPECT_EQ(parse_strategy("hars")->options_as<AdaptiveOptions>()->queue, 4u);
  EXPECT_EQ(parse_strategy("ars")->options_as<AdaptiveOptions>()->queue, 5u);
}

TEST(StrategyRegistry, PassesTheOptionOn) {
  const Result<std::unique_ptr<Strategy>> made = make_strategy("random:switch=0");
  ASSERT_TRUE(made);
  const Begun begun(**made);
  for (int i = 0; i < 100; ++i) ASSERT_EQ((*made)->choose(Point({{0}, {1}, {2}}, 1)).thread, 1);
}

TEST(StrategyRegistry, MakesFairStrategies) {
  const Result<std::unique_ptr<Strategy>> made = make_strategy("random:switch=0");
  ASSERT_TRUE(made);
  const Begun begun(**made);
  std::set<ThreadId> chosen;
  for (int i = 0; i < 100; ++i) chosen.insert((*made)->choose(Point({{0}, {1}, {2}}, 1, 10'000)).thread);
  EXPECT_EQ(chosen.size(), 3u) << "a spinning thread is not alone for ever";
}

}  // namespace
}  // namespace heddle
