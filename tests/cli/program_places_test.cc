// The functions are those of this program.
#include "sessions/program_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/values.h"

namespace snapshot_samples {

struct Bank {
  Bank();
  void open_for_test();
};

volatile int work = 0;
[[gnu::noinline, gnu::used]] Bank::Bank() {
  work = 1;
}
[[gnu::noinline, gnu::used]] void Bank::open_for_test() {
  work = 2;
}
[[gnu::noinline, gnu::used]] void transfer_for_test(int) {
  work = 3;
}
[[gnu::noinline, gnu::used]] void transfer_for_test(double) {
  work = 4;
}

}  // namespace snapshot_samples

namespace heddle::sessions {
namespace {

using ::testing::HasSubstr;

class FindSnapshot : public ::testing::Test {
 protected:
  FindSnapshot() {
    Module program;
    program.path = std::filesystem::read_symlink("/proc/self/exe").string();
    program.instrumented = true;
    modules_.modules.push_back(program);
  }
  Result<ProgramPlace> find(const std::string& snapshot) {
    return find_snapshot(cli::parse_snapshot(snapshot), settings_, modules_, symbolizer_);
  }
  std::string complaint(const std::string& snapshot) {
    const Result<ProgramPlace> found = find(snapshot);
    return found ? "(found)" : found.error();
  }

  SearchSettings settings_;
  ModuleTable modules_;
  symbols::Symbolizer symbolizer_;
};

TEST_F(FindSnapshot, NeedsNoFunctionForTheOtherPlaces) {
  EXPECT_FALSE(find("start")->is_given());
  EXPECT_FALSE(find("first-thread")->is_given());
  ASSERT_TRUE(find("start-here"));
  EXPECT_TRUE(find("start-here")->is_given());
  EXPECT_EQ(find("start-here")->file, "");
}

TEST_F(FindSnapshot, KnowsAFunctionByItsWholeNameOrTheEndOfIt) {
  const Result<ProgramPlace> whole = find("at:snapshot_samples::Bank::open_for_test");
  ASSERT_TRUE(whole) << whole.error();
  EXPECT_EQ(whole->file, modules_.modules.front().path);
  EXPECT_NE(whole->start, 0u);
  EXPECT_NE(whole->size, 0u);
  for (const char* part : {"at:open_for_test", "at:Bank::open_for_test"}) {
    const Result<ProgramPlace> found = find(part);
    ASSERT_TRUE(found) << found.error();
    EXPECT_EQ(found->start, whole->start);
  }
  EXPECT_TRUE(find("at:snapshot_samples::Bank::Bank")) << "several symbols, one function";
}

TEST_F(FindSnapshot, WantsOneOfSeveral) {
  EXPECT_THAT(complaint("at:transfer_for_test"),
              HasSubstr("several functions are called 'transfer_for_test'"));
  EXPECT_THAT(complaint("at:transfer_for_test"), HasSubstr("'snapshot_samples::transfer_for_test(double)'"));
  EXPECT_TRUE(find("at:snapshot_samples::transfer_for_test(double)"));
}

TEST_F(FindSnapshot, SaysWhatThereIsInstead) {
  EXPECT_THAT(complaint("at:for_test"), HasSubstr("is called 'for_test'; there are snapshot_samples::"));
  EXPECT_THAT(complaint("at:nothing_like_it"), HasSubstr("--snapshot start-here"));
  modules_.modules.front().instrumented = false;
  EXPECT_THAT(complaint("at:open_for_test"), HasSubstr("no function of the instrumented program"));
}

TEST_F(FindSnapshot, IsNotForWhatNeedsWholeExecutions) {
  settings_.strategy = "mcr";
  EXPECT_THAT(complaint("at:open_for_test"), HasSubstr("the strategy mcr has to see"));
  EXPECT_TRUE(find("start"));
  settings_.strategy = "random";
  settings_.execution.carrier = Carrier::kThreads;
  EXPECT_THAT(complaint("start-here"), HasSubstr("needs --carrier contexts"));
}

TEST_F(FindSnapshot, AndARegionAreSettingsOfTheSearch) {
  const auto settings_for = [&](const std::string& snapshot, const std::string& region) {
    SearchSettings settings = settings_;
    const Result<bool> found =
        find_places({cli::parse_snapshot(snapshot), region}, modules_, symbolizer_, settings);
    EXPECT_TRUE(found) << found.error();
    return settings;
  };
  EXPECT_FALSE(settings_for("start", "").execution.only_in_region);
  EXPECT_TRUE(settings_for("start", "open_for_test").execution.only_in_region);
  EXPECT_TRUE(settings_for("start", "open_for_test").may_begin_at_region);
  EXPECT_EQ(settings_for("start", "marked").region.name, kRegionMark);
  EXPECT_FALSE(settings_for("start-here", "marked").may_begin_at_region) << "there is another place for it";
  settings_.execution.carrier = Carrier::kThreads;
  EXPECT_FALSE(settings_for("start", "open_for_test").may_begin_at_region);
}

TEST_F(FindSnapshot, RegionsHaveTheirOwnAdvice) {
  const Result<ProgramPlace> found = find_region("nothing_like_it", modules_, symbolizer_);
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error(), HasSubstr("write --region marked"));
}

}  // namespace
}  // namespace heddle::sessions
