#include "host/test_binary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace heddle::host {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

TEST(Framework, IsFoundInTheFile) {
  EXPECT_EQ(framework_in("..gtest_list_tests.."), TestFramework::kGoogleTest);
  EXPECT_EQ(framework_in("..--list-test-names-only.."), TestFramework::kCatch2);
  EXPECT_EQ(framework_in("..list-tests..Catch2 v3.4.0.."), TestFramework::kCatch3);
  EXPECT_EQ(framework_in("..dt-list-test-cases.."), TestFramework::kDoctest);
  EXPECT_EQ(framework_in("..list_content..catch_system_errors.."), TestFramework::kBoostTest);
  EXPECT_EQ(framework_in("..libboost_unit_test_framework.so.1.74.0.."), TestFramework::kBoostTest);
  EXPECT_EQ(framework_in("..list-tests.."), std::nullopt);
  EXPECT_EQ(framework_in("..list_content.."), std::nullopt);
}

TEST(Framework, OfAProgramWithoutTestsIsAnError) {
  const Result<ProgramFile> program = inspect_program("/bin/true");
  ASSERT_TRUE(program) << program.error();
  const auto framework = detect_framework(*program);
  ASSERT_FALSE(framework);
  EXPECT_THAT(framework.error(), HasSubstr("heddle run"));
}

// These tests are tests of GoogleTest themselves.
TEST(ListTests, AsksTheProgram) {
  const Result<ProgramFile> itself = inspect_program(std::filesystem::read_symlink("/proc/self/exe"));
  ASSERT_TRUE(itself) << itself.error();
  const auto tests = list_tests(*itself, TestFramework::kGoogleTest, {.arguments = {"word"}});
  ASSERT_TRUE(tests) << tests.error();
  const auto found = std::find_if(tests->begin(), tests->end(), [](const TestCase& test) {
    return test.name == "ListTests.AsksTheProgram";
  });
  ASSERT_NE(found, tests->end());
  EXPECT_EQ(found->arguments.front(), "word");
  EXPECT_THAT(found->arguments, Contains("--gtest_filter=ListTests.AsksTheProgram"));
  EXPECT_EQ(found->skipped, "");
}

TEST(ListTests, SaysWhatWentWrong) {
  const Result<ProgramFile> program = inspect_program("/bin/false");
  ASSERT_TRUE(program) << program.error();
  const auto tests = list_tests(*program, TestFramework::kGoogleTest, {});
  ASSERT_FALSE(tests);
  EXPECT_THAT(tests.error(), HasSubstr("ended with status 1"));
}

TEST(FrameworkEnvironment, IsCleared) {
  setenv("GTEST_TOTAL_SHARDS", "3", 1);
  setenv("GTEST_REPEAT", "2", 1);
  setenv("BOOST_TEST_RUN_FILTERS", "a", 1);
  setenv("HEDDLE_TEST_OTHER", "kept", 1);
  clear_framework_environment();
  EXPECT_EQ(std::getenv("GTEST_TOTAL_SHARDS"), nullptr);
  EXPECT_EQ(std::getenv("GTEST_REPEAT"), nullptr);
  EXPECT_EQ(std::getenv("BOOST_TEST_RUN_FILTERS"), nullptr);
  EXPECT_STREQ(std::getenv("HEDDLE_TEST_OTHER"), "kept");
}

}  // namespace
}  // namespace heddle::host
