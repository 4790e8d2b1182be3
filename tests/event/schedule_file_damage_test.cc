// Files that were cut, edited, or never were schedule files: each is refused with a sentence.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "event/random.h"
#include "event/schedule_file.h"
#include "workshop.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string small_text() {
  return print(testing::small_schedule());
}

// The small file with one piece of text replaced.
std::string with(std::string_view old_text, std::string_view new_text) {
  std::string text = small_text();
  const std::size_t at = text.find(old_text);
  EXPECT_NE(at, std::string::npos) << old_text;
  return text.replace(at, old_text.size(), new_text);
}

std::string error_of(std::string_view text) {
  const Result<ScheduleFile> parsed = parse_schedule_file(text);
  return parsed ? "(accepted)" : parsed.error();
}

TEST(DamagedScheduleFile, IsNoneAtAll) {
  for (const char* text :
       {"", "\n", "hello\n", "heddle", "Heddle schedule 1\n", "\n\nheddle schedule 1\n", "\x7f\x45LF"})
    EXPECT_THAT(error_of(text), HasSubstr("no schedule file")) << text;
}

TEST(DamagedScheduleFile, IsOfANewerVersion) {
  for (const char* line : {"heddle schedule 3\n", "heddle schedule 10\n", "heddle schedule 1.1\n"})
    EXPECT_THAT(error_of(line), HasSubstr("newer")) << line;
}

TEST(DamagedScheduleFile, IsCutAnywhere) {
  const std::string text = small_text();
  for (std::size_t length = 0; length + 1 < text.size(); ++length)
    EXPECT_THAT(error_of(std::string_view(text).substr(0, length)), HasSubstr("schedule file")) << length;
  EXPECT_TRUE(parse_schedule_file(std::string_view(text).substr(0, text.size() - 1)))
      << "only the last line break is gone";
}

TEST(DamagedScheduleFile, CutBetweenLinesIsSaidToBeIncomplete) {
  EXPECT_THAT(error_of(with("end\n", "")), HasSubstr("not complete"));
}

TEST(DamagedScheduleFile, IsToldByItsLine) {
  EXPECT_THAT(error_of(with("seed 1", "seed one")), StartsWith("line 13 of the schedule file: "));
  EXPECT_THAT(error_of(with("seed 1", "seed one")), HasSubstr("'seed one'"));
}

TEST(DamagedScheduleFile, HasABadNumber) {
  for (const char* number : {"", "x", "-1", "+1", "1 ", " 1", "1.5", "0x10", "18446744073709551616"})
    EXPECT_THAT(error_of(with("seed 1", std::string("seed ") + number)), HasSubstr("cannot read")) << number;
}

TEST(DamagedScheduleFile, HasAnUnknownLine) {
  EXPECT_THAT(error_of(with("seed 1", "sead 1")), HasSubstr("cannot read 'sead 1'"));
  EXPECT_THAT(error_of(with("operations", "operation")), HasSubstr("cannot read"));
  EXPECT_THAT(error_of(with("threads main", "  threads main")), HasSubstr("cannot read"));
  EXPECT_THAT(error_of(with("threads main", "threads  main")), HasSubstr("cannot read"))
      << "a name of no letters";
}

TEST(DamagedScheduleFile, HasNoProgram) {
  EXPECT_THAT(error_of(with("program /home/ada/bank\n", "")), HasSubstr("'program'"));
}

TEST(DamagedScheduleFile, HasABadRun) {
  for (const char* run : {"  main.7*2 aa", "  main2 aa", "  main* aa", "  *2 aa", "  main*two aa",
                          "  main*-2 aa", "  main*4294967296 aa"})
    EXPECT_THAT(error_of(with("  main*2 aa", run)), HasSubstr("cannot read")) << run;
}

TEST(DamagedScheduleFile, HasARunOfAThreadThatIsNotListed) {
  EXPECT_THAT(error_of(with("threads main main.0 main.1", "threads main main.0")),
              HasSubstr("cannot read '  main.1*3"));
}

TEST(DamagedScheduleFile, HasABadStep) {
  EXPECT_THAT(error_of(with("  main*2 aa", "  main*2 a?")), HasSubstr("cannot read")) << "no letter";
  EXPECT_THAT(error_of(with("  main*2 aa", "  main*2 af")), HasSubstr("cannot read")) << "no such operation";
  EXPECT_THAT(error_of(with("  main*2 aa", "  main*1 aa")), HasSubstr("cannot read"))
      << "more than the run has";
}

TEST(DamagedScheduleFile, HasHalfAStepWhereStepsTakeTwoLetters) {
  ScheduleFile file = testing::small_schedule();
  file.kinds.resize(70, file.kinds.front());
  file.schedule = {{0, 2}};
  file.steps = {0, 1};
  std::string text = print(file);
  ASSERT_TRUE(parse_schedule_file(text));
  text.replace(text.find("main*2 aaab"), 11, "main*2 aab");
  EXPECT_THAT(error_of(text), HasSubstr("cannot read '  main*2 aab'"));
}

// Steps are a prefix of the schedule. A gap would shift all that follow, and a replay would name the wrong
// step.
TEST(DamagedScheduleFile, LacksStepsInTheMiddle) {
  EXPECT_THAT(error_of(with("  main.0*2 bc", "  main.0*2 b")), HasSubstr("line "));
  EXPECT_THAT(error_of(with("  main.0*2 bc", "  main.0*2")), HasSubstr("line "));
}

TEST(DamagedScheduleFile, HasABadOperation) {
  for (const char* line :
       {"  c read bank+0x1240", "  c read @bank", "  c read @bank+0x", "  c read @bank+0xyz", "  c"})
    EXPECT_THAT(error_of(with("  c read @bank+0x1240 bank.cc:8", line)), HasSubstr("cannot read")) << line;
}

// Read as "none", it would only be noticed as a divergence of the program.
TEST(DamagedScheduleFile, HasAnUnknownOperation) {
  EXPECT_THAT(error_of(with("  c read @", "  c raed @")), HasSubstr("cannot read"));
}

// Read by their place alone, operations that were moved or lost would give every step another meaning.
TEST(DamagedScheduleFile, HasOperationsInAnotherOrder) {
  const Result<ScheduleFile> parsed =
      parse_schedule_file(with("  c read @bank+0x1240 bank.cc:8\n  d write @bank+0x1252 bank.cc:9\n",
                               "  d write @bank+0x1252 bank.cc:9\n  c read @bank+0x1240 bank.cc:8\n"));
  ASSERT_TRUE(parsed) << parsed.error();
  testing::expect_same(*parsed, testing::small_schedule());
}

TEST(DamagedScheduleFile, HasAnUnknownOutcome) {
  EXPECT_THAT(error_of(with("outcome assertion", "outcome asertion")), HasSubstr("cannot read"));
}

// Whatever is in it: it is refused with a sentence, or what was read can be printed again.
void expect_survives(const std::string& text) {
  const Result<ScheduleFile> parsed = parse_schedule_file(text);
  if (!parsed) {
    ASSERT_THAT(parsed.error(), HasSubstr("schedule file")) << text;
    return;
  }
  for (const heddle::Run& run : parsed->schedule) ASSERT_LT(run.thread, parsed->threads.size()) << text;
  for (std::uint32_t step : parsed->steps) ASSERT_LT(step, parsed->kinds.size()) << text;
  ASSERT_FALSE(print(*parsed).empty());
}

TEST(DamagedScheduleFile, SurvivesRandomBytes) {
  const std::string text = small_text();
  Random random(2024);
  for (int i = 0; i < 20'000; ++i) {
    std::string damaged = text;
    for (std::uint64_t k = 1 + random.below(4); k > 0; --k)
      damaged[random.below(damaged.size())] = static_cast<char>(random.below(256));
    expect_survives(damaged);
  }
}

TEST(DamagedScheduleFile, SurvivesLostMovedAndRepeatedPieces) {
  const std::string text = small_text();
  Random random(7);
  for (int i = 0; i < 20'000; ++i) {
    std::string damaged = text;
    const std::size_t from = random.below(text.size());
    const std::string piece = text.substr(from, random.below(40));
    if (random.coin()) damaged.erase(from, piece.size());
    if (random.coin()) damaged.insert(random.below(damaged.size()), piece);
    expect_survives(damaged);
  }
}

TEST(DamagedScheduleFile, SurvivesNoiseFromItsOwnAlphabet) {
  constexpr std::string_view kPieces[] = {"heddle schedule 1\n",
                                          "threads main\n",
                                          "threads",
                                          "operations\n",
                                          "schedule\n",
                                          "  ",
                                          "main*",
                                          "9",
                                          "\n",
                                          "end\n",
                                          " @",
                                          "+0x",
                                          "program p",
                                          "a",
                                          "\\"};
  Random random(11);
  for (int i = 0; i < 20'000; ++i) {
    std::string noise = "heddle schedule 1\n";
    for (std::uint64_t k = random.below(30); k > 0; --k) noise += kPieces[random.below(std::size(kPieces))];
    expect_survives(noise);
  }
}

}  // namespace
}  // namespace heddle
