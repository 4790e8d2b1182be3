// The schedule file: its text is pinned, and whatever is wrong with one is said clearly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>

#include "support/golden.h"
#include "support/workplace.h"

namespace heddle::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

using Lines = std::vector<std::string>;

Lines split(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::size_t index_of(const Lines& lines, const std::string& wanted) {
  return static_cast<std::size_t>(std::find(lines.begin(), lines.end(), wanted) - lines.begin());
}

class ScheduleFile : public ::testing::Test {
 protected:
  void SetUp() override {
    const Outcome search = workplace_.run_heddle(
        {"run", "--quiet", "--no-shrink", "--strategy", "random", "--", program("counter")});
    ASSERT_EQ(search.status, 1) << describe(search);
    text_ = workplace_.read("heddle-out/bug-1.schedule");
    ASSERT_FALSE(text_.empty());
  }

  Outcome replay(const std::string& text, const std::vector<std::string>& options = {}) const {
    workplace_.write("edited.schedule", text);
    std::vector<std::string> arguments = {"replay"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.push_back("edited.schedule");
    return workplace_.run_heddle(arguments);
  }

  // Refused before anything is run, with a sentence that holds these words.
  void expect_refused(const std::string& text, const std::string& words) const {
    const Outcome refused = replay(text);
    EXPECT_EQ(refused.status, 2) << describe(refused) << text;
    EXPECT_THAT(refused.err, HasSubstr("heddle: "));
    EXPECT_THAT(refused.err, HasSubstr(words));
    EXPECT_EQ(refused.out, "");
  }

  Workplace workplace_;
  std::string text_;
};

TEST_F(ScheduleFile, HasThisText) {
  std::string text = replaced(text_, fs::path(program("counter")).parent_path(), "PROGRAMS");
  text = replaced(text, HEDDLE_TEST_SOURCES, "SOURCES");
  text = replaced(text, workplace_.folder(), "HERE");
  text = std::regex_replace(text, std::regex("build-id [0-9a-f]+"), "build-id BUILD-ID");
  text = std::regex_replace(text, std::regex("\\+0x[0-9a-f]+"), "+OFFSET");
  expect_golden("counter.schedule", text);
}

TEST_F(ScheduleFile, ReplaysAsItIs) {
  const Outcome outcome = replay(text_);
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("Failed as recorded"));
}

TEST_F(ScheduleFile, OfAnotherFormatIsRefused) {
  expect_refused("", "this is no schedule file");
  expect_refused("{\"bugs\": []}\n", "this is no schedule file");
  expect_refused(std::string("\0\1\2\3", 4), "this is no schedule file");
}

TEST_F(ScheduleFile, OfANewerVersionIsRefused) {
  Lines lines = split(text_);
  lines.front() = "heddle schedule 3";
  expect_refused(joined(lines), "newer version");
}

TEST_F(ScheduleFile, CutShortIsRefused) {
  const Lines lines = split(text_);
  for (std::size_t kept = 1; kept < lines.size(); ++kept) {
    SCOPED_TRACE(kept);
    expect_refused(joined(Lines(lines.begin(), lines.begin() + static_cast<long>(kept))), "not complete");
  }
}

TEST_F(ScheduleFile, CutInTheMiddleOfALineIsRefused) {
  for (std::size_t kept = text_.size() / 4; kept < text_.size() - 5; kept += text_.size() / 5) {
    SCOPED_TRACE(kept);
    expect_refused(text_.substr(0, kept), "of the schedule file");
  }
}

TEST_F(ScheduleFile, DamagedLineIsRefusedAndNamed) {
  const Lines lines = split(text_);
  for (std::size_t damaged = 1; damaged < lines.size(); ++damaged) {
    SCOPED_TRACE(lines[damaged]);
    Lines edited = lines;
    edited[damaged] = "\x07 rubbish";
    expect_refused(joined(edited), "line " + std::to_string(damaged + 1) + " of the schedule file");
  }
}

TEST_F(ScheduleFile, ImpossibleRunIsRefused) {
  for (const char* run : {"  main*", "  main*-1", "  main*99999999999999999999", "  main.9*1", "  *5",
                          "  main*2 abc", "  main*1 ?"}) {
    SCOPED_TRACE(run);
    Lines lines = split(text_);
    lines[index_of(lines, "schedule") + 1] = run;
    expect_refused(joined(lines), "of the schedule file");
  }
}

// A person may try anything with an editor; heddle itself must neither crash nor hang.
TEST_F(ScheduleFile, WithoutAnyOneLineIsNoDisaster) {
  const Lines lines = split(text_);
  for (std::size_t left_out = 0; left_out < lines.size(); ++left_out) {
    SCOPED_TRACE(lines[left_out]);
    Lines edited = lines;
    edited.erase(edited.begin() + static_cast<long>(left_out));
    const Outcome outcome = replay(joined(edited));
    EXPECT_GE(outcome.status, 0) << describe(outcome);
    EXPECT_LE(outcome.status, 3) << describe(outcome);
    EXPECT_NE(outcome.out + outcome.err, "");
  }
}

TEST_F(ScheduleFile, OfAnotherProgramIsRefused) {
  const Outcome refused = replay(text_, {"--program", program("lost_update")});
  EXPECT_EQ(refused.status, 2) << describe(refused);
  EXPECT_THAT(refused.err, HasSubstr("is not the program that was recorded"));
  EXPECT_THAT(refused.err, HasSubstr("--force"));
}

TEST_F(ScheduleFile, OfAProgramThatWasBuiltAgainIsRefused) {
  const std::string copy = workplace_.copy_of(program("counter"), "rebuilt");
  ASSERT_EQ(workplace_.run_heddle({"run", "--quiet", "--", "./rebuilt"}).status, 1);
  EXPECT_EQ(workplace_.run_heddle({"replay", "heddle-out/bug-1.schedule"}).status, 1);
  fs::copy_file(program("lost_update"), copy, fs::copy_options::overwrite_existing);
  const Outcome refused = workplace_.run_heddle({"replay", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(refused.status, 2) << describe(refused);
  EXPECT_THAT(refused.err, HasSubstr("it was built again"));
  const Outcome forced = workplace_.run_heddle({"replay", "--force", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(forced.status, 3) << describe(forced);
  EXPECT_THAT(forced.out, HasSubstr("Diverged"));
}

TEST_F(ScheduleFile, OfAProgramThatMovedReplaysAtItsNewPlace) {
  workplace_.copy_of(program("counter"), "here");
  ASSERT_EQ(workplace_.run_heddle({"run", "--quiet", "--", "./here"}).status, 1);
  fs::rename(workplace_.path("here"), workplace_.path("there"));
  const Outcome lost = workplace_.run_heddle({"replay", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(lost.status, 2) << describe(lost);
  EXPECT_THAT(lost.err, HasSubstr("there is no program './here'"));
  const Outcome found =
      workplace_.run_heddle({"replay", "--program", "./there", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(found.status, 1) << describe(found);
}

TEST_F(ScheduleFile, WhoseThreadCannotRunDiverges) {
  Lines lines = split(text_);
  lines[index_of(lines, "schedule") + 1] = "  main.1*1 a";
  const Outcome diverged = replay(joined(lines));
  EXPECT_EQ(diverged.status, 3) << describe(diverged);
  EXPECT_THAT(diverged.out, HasSubstr("Diverged: step 1 (main.1)"));
}

TEST_F(ScheduleFile, WithAnotherOperationDivergesAtThatStep) {
  // The first step of the last run becomes the second one's operation.
  Lines lines = split(text_);
  const std::size_t last = index_of(lines, "end") - 1;
  int steps_before = 0;
  for (std::size_t run = index_of(lines, "schedule") + 1; run < last; ++run)
    steps_before += std::stoi(lines[run].substr(lines[run].find('*') + 1));
  const std::size_t operations = lines[last].find(' ', 2) + 1;
  ASSERT_NE(lines[last][operations], lines[last][operations + 1]) << lines[last];
  lines[last][operations] = lines[last][operations + 1];
  const Outcome diverged = replay(joined(lines));
  EXPECT_EQ(diverged.status, 3) << describe(diverged);
  EXPECT_THAT(diverged.out, HasSubstr("Diverged: step " + std::to_string(steps_before + 1) +
                                      " (main): the schedule says '"));
  EXPECT_THAT(diverged.out, HasSubstr("the program is about to '"));
}

TEST_F(ScheduleFile, ThatEndsTooEarlyDiverges) {
  Lines lines = split(text_);
  const std::size_t end = index_of(lines, "end");
  lines.erase(lines.begin() + static_cast<long>(end) - 1);
  const Outcome diverged = replay(joined(lines));
  EXPECT_EQ(diverged.status, 3) << describe(diverged);
  EXPECT_THAT(diverged.out, ContainsRegex("Diverged: step [0-9]+"));
  EXPECT_THAT(diverged.out, Not(HasSubstr("Failed as recorded")));
}

// The threads one after the other: the schedule is sound but does not fail.
TEST_F(ScheduleFile, ThatDoesNotFailAnyMoreIsSaidToPass) {
  ASSERT_EQ(workplace_
                .run_heddle({"run", "--quiet", "--expect-exit", "1", "--executions", "1", "--",
                             program("exit_status"), "0"})
                .status,
            1);
  const std::string text =
      replaced(workplace_.read("heddle-out/bug-1.schedule"), "expected-exit 1", "expected-exit 0");
  const Outcome passed = replay(text);
  EXPECT_EQ(passed.status, 0) << describe(passed);
  EXPECT_THAT(passed.out, HasSubstr("Passed: the program ended by itself with status 0"));
}

TEST_F(ScheduleFile, RepeatsIdentically) {
  const Outcome repeated = replay(text_, {"--repeat", "50"});
  EXPECT_EQ(repeated.status, 1) << describe(repeated);
  EXPECT_THAT(repeated.out, HasSubstr("50 of 50 replays were identical"));
}

}  // namespace
}  // namespace heddle::e2e
