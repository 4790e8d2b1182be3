#include "host/saved_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::host {
namespace {

using ::testing::HasSubstr;

WhatIsLeft some_left() {
  WhatIsLeft left;
  left.done.executions = 17;
  left.claim = "every behaviour";
  left.parts = {{{1, 2, 3}, {4}}, {{5}, {}}};
  return left;
}

constexpr SearchIdentity kIdentity{1, 2, 3, 4};

TEST(SavedSearch, IsReadAsItWasWritten) {
  const Result<WhatIsLeft> read = from_file(to_file(some_left(), kIdentity), kIdentity);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->done, some_left().done);
  EXPECT_EQ(read->claim, "every behaviour");
  ASSERT_EQ(read->parts.size(), 2u);
  EXPECT_EQ(read->parts[0].left, (std::vector<std::uint8_t>{1, 2, 3}));
  EXPECT_EQ(read->parts[0].knowledge, (std::vector<std::uint8_t>{4}));
  EXPECT_EQ(read->parts[1].left, (std::vector<std::uint8_t>{5}));
}

TEST(SavedSearch, GoesOnOnlyWithTheSame) {
  const std::string file = to_file(some_left(), kIdentity);
  const auto refusal = [&](const SearchIdentity& now) { return from_file(file, now).error(); };
  EXPECT_THAT(refusal({9, 2, 3, 4}), HasSubstr("another version of Heddle"));
  EXPECT_THAT(refusal({1, 9, 3, 4}), HasSubstr("another build of the program"));
  EXPECT_THAT(refusal({1, 2, 9, 4}), HasSubstr("other arguments"));
  EXPECT_THAT(refusal({1, 2, 3, 9}), HasSubstr("other options"));
}

TEST(SavedSearch, IsNotReadIfItIsDamaged) {
  std::string file = to_file(some_left(), kIdentity);
  for (std::size_t i = 0; i < file.size(); ++i) {
    std::string other = file;
    other[i] = static_cast<char>(other[i] ^ 1);
    EXPECT_FALSE(from_file(other, kIdentity)) << "byte " << i;
    EXPECT_FALSE(from_file(file.substr(0, i), kIdentity)) << i << " bytes";
  }
}

TEST(SavedSearch, KnowsAFileByItsContents) {
  LaunchOptions launch;
  launch.program.path = HEDDLE_TEST_SCRIPTED_EXPLORER;
  const SearchSettings settings;
  const SearchIdentity before = identity_of(launch, {}, settings);
  EXPECT_EQ(before, identity_of(launch, {}, settings));
  launch.arguments = {"5"};
  EXPECT_NE(before, identity_of(launch, {}, settings));
  launch.arguments = {};
  launch.program.path = "/bin/true";
  EXPECT_NE(before.program, identity_of(launch, {}, settings).program);
  SearchSettings others;
  others.strategy = "complete:unroll=3";
  EXPECT_NE(before.settings, identity_of(launch, {}, others).settings);
  others = settings;
  others.jobs = 7;
  launch.program.path = HEDDLE_TEST_SCRIPTED_EXPLORER;
  EXPECT_EQ(before, identity_of(launch, {}, others));
}

}  // namespace
}  // namespace heddle::host
