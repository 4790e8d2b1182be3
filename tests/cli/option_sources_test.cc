#include "cli/option_sources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace heddle::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(SplitLikeAShell, TakesWordsApart) {
  EXPECT_THAT(*split_like_a_shell("  --seed 7\t--quiet\n"), ElementsAre("--seed", "7", "--quiet"));
  EXPECT_THAT(*split_like_a_shell("--out 'my folder' \"a\\\"b\" c\\ d"),
              ElementsAre("--out", "my folder", "a\"b", "c d"));
  EXPECT_THAT(*split_like_a_shell("''"), ElementsAre(""));
  EXPECT_TRUE(split_like_a_shell("")->empty());
  EXPECT_FALSE(split_like_a_shell("'open").ok());
}

class OptionSources : public ::testing::Test {
 protected:
  void SetUp() override { unsetenv(kOptionsVariable); }
  void TearDown() override {
    unsetenv(kOptionsVariable);
    std::filesystem::remove(file_);
  }

  std::string configuration(const std::string& text) {
    std::ofstream(file_) << text;
    return file_;
  }

  std::string file_ = ::testing::TempDir() + "/heddle-options-" + std::to_string(getpid()) + ".toml";
};

TEST_F(OptionSources, CommandLineComesLast) {
  setenv(kOptionsVariable, "--seed 2", 1);
  const std::string file = configuration("seed = 1\n");
  const auto words = add_option_sources({"run", "--seed", "3", "--config", file});
  ASSERT_TRUE(words) << words.error();
  const auto at = [&](const std::string& value) {
    return std::find(words->begin(), words->end(), value) - words->begin();
  };
  EXPECT_EQ(words->front(), "run");
  EXPECT_LT(at("--seed=1"), at("2")) << "the file gives way to the variable";
  EXPECT_LT(at("2"), at("3"));
}

TEST_F(OptionSources, ErrorsNameTheirSource) {
  setenv(kOptionsVariable, "--seed forty", 1);
  EXPECT_THAT(add_option_sources({"run"}).error(), HasSubstr(kOptionsVariable));
  unsetenv(kOptionsVariable);
  const std::string file = configuration("telepathy = true\n");
  EXPECT_THAT(add_option_sources({"run", "--config", file}).error(), HasSubstr(file));
  EXPECT_THAT(add_option_sources({"run", "--config", "/no/such/file"}).error(), HasSubstr("/no/such/file"));
}

}  // namespace
}  // namespace heddle::cli
