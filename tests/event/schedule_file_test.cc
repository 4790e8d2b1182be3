#include "event/schedule_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "support/golden.h"
#include "workshop.h"

namespace heddle {
namespace {

using testing::expect_same;
using ::testing::HasSubstr;
using testing::small_schedule;

std::string read_golden(const std::string& name) {
  std::ifstream file(std::string(HEDDLE_GOLDEN_FOLDER "/") + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_round_trip(const ScheduleFile& file) {
  const std::string text = print(file);
  const Result<ScheduleFile> parsed = parse_schedule_file(text);
  ASSERT_TRUE(parsed) << parsed.error();
  expect_same(*parsed, file);
  EXPECT_EQ(print(*parsed), text);
}

// A schedule with so many distinct operations, each of them performed once.
ScheduleFile schedule_with_kinds(std::uint32_t count) {
  ScheduleFile file = small_schedule();
  file.kinds.clear();
  file.steps.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    file.kinds.push_back({OperationKind::kRead, "bank", 16 * i, ""});
    file.steps.push_back(count - 1 - i);
  }
  file.schedule = {{0, count / 2}, {1, count - count / 2}};
  return file;
}

TEST(ScheduleFile, PrintsTheGoldenFile) {
  expect_golden("small.schedule", print(small_schedule()));
}

TEST(ScheduleFile, ReadsTheGoldenFile) {
  const Result<ScheduleFile> parsed = parse_schedule_file(read_golden("small.schedule"));
  ASSERT_TRUE(parsed) << parsed.error();
  expect_same(*parsed, small_schedule());
}

TEST(ScheduleFile, SurvivesARoundTrip) {
  expect_round_trip(small_schedule());
}

TEST(ScheduleFile, SaysWhichStoresWereSeen) {
  ScheduleFile file = small_schedule();
  file.cpp_memory = true;
  file.schedule[2].store = 3;
  expect_round_trip(file);
  EXPECT_THAT(print(file), HasSubstr("heddle schedule 2\n"));
  EXPECT_THAT(print(file), HasSubstr("  main.1*3~3 "));
}

TEST(ScheduleFile, WithoutAMemoryModelIsOfTheFirstVersion) {
  EXPECT_THAT(print(small_schedule()), HasSubstr("heddle schedule 1\n"));
}

TEST(ScheduleFile, SurvivesARoundTripWithTheLeastThereCanBe) {
  ScheduleFile file;
  file.program = "p";
  expect_round_trip(file);
}

TEST(ScheduleFile, KeepsWhatSurroundsTheProgram) {
  ScheduleFile file = small_schedule();
  file.surroundings.driver = "./client --port \"$HEDDLE_PORT\"\n./client";
  expect_round_trip(file);
  file.surroundings.fresh_folder = true;
  expect_round_trip(file);
  file.surroundings.folder_template = "tests/a database: empty";
  expect_round_trip(file);
}

TEST(ScheduleFile, RefusesAFolderThatItDoesNotKnow) {
  const std::string text = print(small_schedule());
  for (const char* line : {"cwd", "cwd ", "cwd stale", "cwd fresh:", "cwd freshly"}) {
    std::string changed = text;
    changed.insert(changed.find("\nstrategy"), std::string("\n") + line);
    EXPECT_FALSE(parse_schedule_file(changed)) << line;
  }
}

TEST(ScheduleFile, KeepsTheLargestNumbers) {
  ScheduleFile file = small_schedule();
  file.seed = file.execution = file.random_seed = file.step_limit = ~0ull;
  file.in_process_call = ~0u;
  file.expected_exit = -1;
  file.kinds[0].offset = ~0ull;
  file.schedule.back().steps = ~0u;
  expect_round_trip(file);
}

TEST(ScheduleFile, KeepsEveryCharacterOfAnArgument) {
  ScheduleFile file = small_schedule();
  file.arguments = {"\n",    "\r\n",   "\\",       "\\n", "\\\\n",      " leading",          "trailing ",
                    "  ",    "\t tab", "a\nend\n", "é ☃", "ends in \\", "argument of words", "end",
                    "\nend", "*",      "  a*1"};
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  file.arguments.push_back(all);
  expect_round_trip(file);
}

TEST(ScheduleFile, KeepsEveryCharacterOfProgramInputAndOutcome) {
  ScheduleFile file = small_schedule();
  file.program = "/tmp/a folder\nwith\\all/prog ";
  file.input = " in\nput";
  file.outcome_text = " x == 1\n  && \\y";
  expect_round_trip(file);
}

TEST(ScheduleFile, KeepsEveryOutcome) {
  for (int kind = 0; kind < static_cast<int>(FailureKind::kCount); ++kind) {
    ScheduleFile file = small_schedule();
    file.outcome = static_cast<FailureKind>(kind);
    expect_round_trip(file);
  }
}

TEST(ScheduleFile, KeepsEveryKindOfOperation) {
  ScheduleFile file = small_schedule();
  file.steps.clear();
  file.kinds.clear();
  for (int kind = 0; kind < static_cast<int>(OperationKind::kCount); ++kind)
    file.kinds.push_back({static_cast<OperationKind>(kind), "bank", 1, ""});
  expect_round_trip(file);
}

TEST(ScheduleFile, KeepsAModuleWithSpaces) {
  ScheduleFile file = small_schedule();
  file.kinds[0].module = "my bank @ home";
  file.kinds[1].place = "my bank.cc:20";
  expect_round_trip(file);
}

TEST(ScheduleFile, KeepsAModuleNamedLikeAnOffset) {
  ScheduleFile file = small_schedule();
  file.kinds[0].module = "bank+0x2";
  expect_round_trip(file);
}

TEST(ScheduleFile, KeepsAModuleWithALineBreak) {
  ScheduleFile file = small_schedule();
  file.kinds[0].module = "ba\nnk";
  expect_round_trip(file);
}

TEST(ScheduleFile, StepsTakeAsManyLettersAsTheyNeed) {
  EXPECT_THAT(print(schedule_with_kinds(62)), HasSubstr("\n  9 read"));
  EXPECT_THAT(print(schedule_with_kinds(63)), HasSubstr("\n  ba read"));
  EXPECT_THAT(print(schedule_with_kinds(62 * 62)), HasSubstr("\n  99 read"));
  EXPECT_THAT(print(schedule_with_kinds(62 * 62 + 1)), HasSubstr("\n  baa read"));
}

TEST(ScheduleFile, SurvivesARoundTripAtEveryWidthOfTheLetters) {
  for (std::uint32_t count : {1u, 61u, 62u, 63u, 64u, 3843u, 3844u, 3845u, 5000u}) {
    SCOPED_TRACE(count);
    expect_round_trip(schedule_with_kinds(count));
  }
}

TEST(ScheduleFile, RecordsAsManyStepsAsThereAre) {
  const ScheduleFile whole = schedule_with_kinds(100);
  for (std::size_t recorded : {0u, 1u, 49u, 50u, 51u, 99u, 100u}) {
    SCOPED_TRACE(recorded);
    ScheduleFile file = whole;
    file.steps.resize(recorded);
    expect_round_trip(file);
  }
}

TEST(ScheduleFile, SurvivesARoundTripWithARunOfNoSteps) {
  ScheduleFile file = small_schedule();
  file.schedule.insert(file.schedule.begin() + 1, {2, 0});
  expect_round_trip(file);
}

TEST(ScheduleFile, SurvivesAHundredThousandRuns) {
  ScheduleFile file = small_schedule();
  file.schedule.clear();
  file.steps.clear();
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    file.schedule.push_back({static_cast<ThreadId>(i % 3), 1 + i % 2});
    for (std::uint32_t k = 0; k < 1 + i % 2; ++k) file.steps.push_back((i + k) % 5);
  }
  expect_round_trip(file);
}

}  // namespace
}  // namespace heddle
