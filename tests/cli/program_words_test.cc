#include "cli/program_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/application.h"

namespace heddle::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Split {
  std::vector<std::string> ours;
  ProgramWords program;
  std::string misplaced;
};

Split split(std::vector<std::string> words) {
  const ProgramWords none;
  const Application application(none);
  const Verb* verb = application.find(words.front());
  Split result;
  result.program = take_program_words(words, verb);
  result.ours = words;
  if (verb != nullptr && takes_program(*verb)) result.misplaced = misplaced_option(result.program, *verb);
  return result;
}

TEST(ProgramWords, BeginWhereOptionsEnd) {
  const Split plain = split({"run", "--seed", "3", "--quiet", "./bank", "10", "accounts.txt"});
  EXPECT_THAT(plain.ours, ElementsAre("run", "--seed", "3", "--quiet"));
  EXPECT_THAT(plain.program.words, ElementsAre("./bank", "10", "accounts.txt"));
  EXPECT_FALSE(plain.program.separated);
  EXPECT_THAT(split({"run", "--seed=3", "./bank"}).program.words, ElementsAre("./bank"));
  EXPECT_THAT(split({"test", "--filter", "Queue.*", "./queue_test"}).program.words,
              ElementsAre("./queue_test"));
  EXPECT_THAT(split({"guarantee", "./bank"}).program.words, ElementsAre("./bank"));
}

TEST(ProgramWords, StandBehindTwoDashes) {
  const Split split_there = split({"run", "--seed", "3", "--", "./bank", "--time", "5"});
  EXPECT_THAT(split_there.ours, ElementsAre("run", "--seed", "3"));
  EXPECT_THAT(split_there.program.words, ElementsAre("./bank", "--time", "5"));
  EXPECT_TRUE(split_there.program.separated);
  EXPECT_EQ(split_there.misplaced, "") << "they are the program's: the dashes say so";
  const Split empty = split({"run", "--"});
  EXPECT_TRUE(empty.program.separated);
  EXPECT_THAT(empty.program.words, IsEmpty());
}

TEST(ProgramWords, KeepTheirOwnDashes) {
  const Split own = split({"run", "./bank", "--", "--time"});
  EXPECT_THAT(own.program.words, ElementsAre("./bank", "--", "--time"));
  EXPECT_EQ(own.misplaced, "");
}

TEST(ProgramWords, OptionsOfHeddleAreNoticedBehindTheProgram) {
  EXPECT_EQ(split({"run", "./bank", "--time", "5m"}).misplaced, "--time");
  EXPECT_EQ(split({"run", "./bank", "--time=5m"}).misplaced, "--time=5m");
  EXPECT_EQ(split({"run", "./bank", "--accounts", "5"}).misplaced, "");
}

TEST(ProgramWords, AreNotLookedForByOtherVerbs) {
  const Split replayed = split({"replay", "bug-1.schedule", "--gdb", "--", "-batch"});
  EXPECT_THAT(replayed.ours, ElementsAre("replay", "bug-1.schedule", "--gdb"));
  EXPECT_THAT(replayed.program.words, ElementsAre("-batch"));
}

}  // namespace
}  // namespace heddle::cli
