#include "report/text/warning_text.h"

#include <gtest/gtest.h>

#include "report/model/text.h"
#include "workshop.h"

namespace heddle::report {
namespace {

using host::Warning;
using testing::Bank;

std::string text_of(const std::vector<Warning>& warnings) {
  const std::string text = warnings_text(warnings, RunDescription(), Bank::instance().places(), Style());
  EXPECT_LE(testing::widest_line(text), line_width()) << text;
  return text;
}

Warning the_warning(std::uint64_t attempts = 50) {
  return {testing::predicted_deadlock(Bank::instance()), attempts, 0};
}

TEST(WarningText, NamesLocksAndLines) {
  std::vector<Warning> warnings = {the_warning(), the_warning(0)};
  std::vector<PredictedDeadlock::Member>& ring = warnings[1].deadlock.members;
  ring.push_back(ring[0]);
  ring[2].thread = "main.2";
  ring[0].shared = ring[1].held_shared = true;
  // Two that would be called the same are told apart.
  ring[1].lock = ring[2].held_lock = testing::stack("main", 64);
  ring[2].lock = ring[0].held_lock = testing::stack("main", 128);
  testing::expect_golden("warnings.txt", text_of(warnings));
}

TEST(WarningText, LeavesOutWhatIsTold) {
  Warning happened = the_warning();
  happened.bug = 1;
  EXPECT_EQ(text_of({happened}), "");
}

TEST(WarningText, ShowsTheFirstOfMany) {
  const std::string text = text_of(std::vector<Warning>(12, the_warning()));
  EXPECT_NE(text.find("... and 2 more warnings: see heddle-out/results.json"), std::string::npos) << text;
}

TEST(WarningText, OfAProgramWithoutSymbols) {
  const testing::Ghost ghost;
  const std::string text = warnings_text({the_warning(1)}, RunDescription(), ghost.places(), Style());
  EXPECT_NE(text.find("; 1 directed attempt did not"), std::string::npos) << text;
}

}  // namespace
}  // namespace heddle::report
