#include "cli/values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using ::testing::HasSubstr;

template <typename Parse>
std::string complaint(Parse parse) {
  try {
    parse();
  } catch (const CLI::ValidationError& error) {
    return error.what();
  }
  return "(accepted)";
}

TEST(Values, TimesHaveUnits) {
  EXPECT_EQ(parse_duration("30s"), 30);
  EXPECT_EQ(parse_duration("2m"), 120);
  EXPECT_EQ(parse_duration("1h"), 3600);
  EXPECT_EQ(parse_duration("500ms"), 0.5);
  EXPECT_EQ(parse_duration("10"), 10);
  for (const char* wrong : {"", "s", "10 apples", "-1s", "1d"})
    EXPECT_NE(complaint([&] { parse_duration(wrong); }), "(accepted)") << wrong;
}

TEST(Values, SizesHaveUnits) {
  EXPECT_EQ(parse_memory_limit("512M"), 512u << 20);
  EXPECT_EQ(parse_memory_limit("2G"), std::uint64_t{2} << 30);
  for (const char* wrong : {"", "M", "512", "1M", "-1G", "2T", "2GB", "99999999999G"})
    EXPECT_THAT(complaint([&] { parse_memory_limit(wrong); }), HasSubstr("write 512M or 2G")) << wrong;
}

TEST(Values, WrongWordsAreToldWhatToChoose) {
  EXPECT_THAT(complaint([] { parse_races("maybe"); }), HasSubstr("choose report, stop or ignore"));
  EXPECT_THAT(complaint([] { parse_volatile("maybe"); }), HasSubstr("choose plain or atomic"));
  EXPECT_THAT(complaint([] { parse_granularity("maybe"); }), HasSubstr("sync, shared or all"));
  EXPECT_THAT(complaint([] { parse_isolation("maybe"); }), HasSubstr("restore or fork"));
  EXPECT_THAT(complaint([] { parse_snapshot("at:"); }), HasSubstr("start-here or at:FUNCTION"));
  EXPECT_THAT(complaint([] { parse_carrier("maybe"); }), HasSubstr("contexts or threads"));
  EXPECT_THAT(complaint([] { parse_unjoined("maybe"); }), HasSubstr("note, fail or ignore"));
}

TEST(Values, MetricsAreAList) {
  const MeterSettings two = parse_metrics("sync-pairs,patterns", "50");
  EXPECT_EQ(two.metrics, bit_of(MetricKind::kSyncPairs) | bit_of(MetricKind::kPatterns));
  EXPECT_TRUE(two.window_in_executions);
  EXPECT_EQ(two.window, 50);
  const MeterSettings all = parse_metrics("all", "2m");
  EXPECT_EQ(all.metrics, (1u << static_cast<unsigned>(MetricKind::kCount)) - 1);
  EXPECT_FALSE(all.window_in_executions);
  EXPECT_EQ(all.window, 120);
  EXPECT_EQ(parse_metrics("none", "50").metrics, 0u);
  EXPECT_THAT(complaint([] { parse_metrics("lines", "50"); }), HasSubstr("'lines' is not a coverage metric"));
}

TEST(Values, SeedIsANumberOrRandom) {
  EXPECT_EQ(parse_seed("42"), 42u);
  EXPECT_NE(parse_seed("random"), parse_seed("random"));
  EXPECT_NE(complaint([] { parse_seed("forty-two"); }), "(accepted)");
}

}  // namespace
}  // namespace heddle::cli
