// Compressors from Debian packages, as they are: what they write is right on every schedule that is tried.
#include <gtest/gtest.h>

#include <ostream>
#include <random>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

constexpr int kProgramExecutions = HEDDLE_FULL_TESTS ? 200 : 25;
constexpr int kCheckedExecutions = HEDDLE_FULL_TESTS ? 200 : 8;

struct Compressor {
  const char* name;
  std::vector<std::string> words;
  const char* suffix;
  std::size_t threads;  // at least, main included
};

void PrintTo(const Compressor& compressor, std::ostream* stream) {
  *stream << compressor.name;
}

// Words in a random order: neither trivial nor impossible to compress, and enough for several blocks.
std::string made_up_text() {
  std::mt19937 random(1);
  std::vector<std::string> words(300);
  for (std::string& word : words)
    for (unsigned length = 2 + random() % 8; word.size() < length;)
      word += static_cast<char>('a' + random() % 16);
  std::string text;
  while (text.size() < 400'000) text += words[random() % words.size()] + " ";
  return text;
}

class RealProgram : public ::testing::TestWithParam<Compressor> {
 protected:
  // A file is there before the first execution, too: without one it would differ from all later ones.
  RealProgram() : text_(made_up_text()) {
    workplace_.write("text", text_);
    workplace_.write("text" + std::string(GetParam().suffix), "");
  }

  std::vector<std::string> heddle_words(const std::vector<std::string>& options) const {
    std::vector<std::string> words = {"run", "--time", "10m"};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back("--");
    words.insert(words.end(), GetParam().words.begin(), GetParam().words.end());
    words.push_back("text");
    return words;
  }

  // What the program has written, decompressed by itself without control.
  std::string decompressed() const {
    const Outcome outcome =
        run({{GetParam().words[0], "-dc", "text" + std::string(GetParam().suffix)}, workplace_.folder()});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }

  Workplace workplace_;
  std::string text_;
};

TEST_P(RealProgram, PassesOnEverySchedule) {
  const Outcome search =
      workplace_.run_heddle(heddle_words({"--executions", std::to_string(kProgramExecutions)}));
  EXPECT_EQ(search.status, 0) << describe(search);
  EXPECT_EQ(workplace_.results().at("executions"), kProgramExecutions);
  EXPECT_EQ(workplace_.results().at("instrumented"), false);
  EXPECT_TRUE(decompressed() == text_);
}

// One execution at a time, each under a schedule of its own, so that what it wrote can be looked at.
TEST_P(RealProgram, WritesTheRightFile) {
  for (int seed = 1; seed <= kCheckedExecutions; ++seed) {
    const Outcome search =
        workplace_.run_heddle(heddle_words({"--executions", "1", "--seed", std::to_string(seed)}));
    ASSERT_EQ(search.status, 0) << describe(search);
    ASSERT_TRUE(decompressed() == text_) << "seed " << seed;
    workplace_.write("text" + std::string(GetParam().suffix), "");
  }
}

// An exit status that it does not have makes a bug of its first execution: that tells which threads there
// were, and whether all of it repeats.
TEST_P(RealProgram, RunsItsThreadsUnderControl) {
  const Outcome search =
      workplace_.run_heddle(heddle_words({"--expect-exit", "77", "--executions", "1", "--no-shrink"}));
  ASSERT_EQ(search.status, 1) << describe(search);
  const Json bug = workplace_.results().at("bugs").at(0);
  EXPECT_GE(bug.at("threads").size(), GetParam().threads);
  EXPECT_EQ(bug.at("stable"), true);
  const Outcome replay = workplace_.run_heddle({"replay", "heddle-out/bug-1.schedule", "--repeat", "3"});
  EXPECT_EQ(replay.status, 1) << describe(replay);
  EXPECT_NE(replay.out.find("3 of 3 replays were identical"), std::string::npos) << describe(replay);
}

const Compressor kCompressors[] = {
    {"pigz", {"/usr/bin/pigz", "-1", "-p", "3", "-b", "128", "-k", "-f"}, ".gz", 4},
    {"pbzip2", {"/usr/bin/pbzip2", "-1", "-p3", "-b1", "-k", "-f"}, ".bz2", 5},
    {"xz", {"/usr/bin/xz", "-0", "-T2", "--block-size=100000", "-k", "-f"}, ".xz", 3},
    {"zstd", {"/usr/bin/zstd", "-1", "-T3", "-B128KB", "-q", "-k", "-f"}, ".zst", 3},
};

INSTANTIATE_TEST_SUITE_P(Debian, RealProgram, ::testing::ValuesIn(kCompressors),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace heddle::e2e
