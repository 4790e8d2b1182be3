// Colours are for terminals only.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Terminal : public ::testing::Test {
 protected:
  Command found_bug() const { return workplace_.heddle({"run", "--", program("lost_update")}); }
  Workplace workplace_;
};

TEST_F(Terminal, NoEscapeBytesInAFile) {
  const Outcome search = run(found_bug());
  EXPECT_EQ(search.status, 1);
  EXPECT_THAT(search.out, HasSubstr("Bug 1:"));
  EXPECT_THAT(search.out + search.err, Not(HasSubstr("\033")));
  const Outcome replay = workplace_.run_heddle({"replay", "heddle-out/bug-1.schedule"});
  EXPECT_THAT(replay.out + replay.err, Not(HasSubstr("\033")));
}

TEST_F(Terminal, HasColours) {
  Command command = found_bug();
  command.on_terminal = true;
  const Outcome search = run(command);
  EXPECT_EQ(search.status, 1);
  EXPECT_THAT(search.out, HasSubstr("Bug 1:"));
  EXPECT_THAT(search.out, HasSubstr("\033["));
}

TEST_F(Terminal, NoColoursWhereTheyAreRefused) {
  Command command = found_bug();
  command.on_terminal = true;
  command.environment["NO_COLOR"] = "1";
  const Outcome search = run(command);
  EXPECT_EQ(search.status, 1);
  EXPECT_THAT(search.out, HasSubstr("Bug 1:"));
  EXPECT_THAT(search.out, Not(HasSubstr("\033")));
}

}  // namespace
}  // namespace heddle::e2e
