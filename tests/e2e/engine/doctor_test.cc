// heddle doctor on the machine that the tests run on: what it says must be true here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Doctor, FindsThatProgramsCanBeControlledHere) {
  const Workplace workplace;
  fs::create_directory(workplace.path("temporary"));
  Command command = workplace.heddle({"doctor"});
  command.environment["TMPDIR"] = workplace.path("temporary");
  const Outcome outcome = run(command);
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_TRUE(std::regex_search(outcome.out, std::regex("OK    g\\+\\+ [^\n]*runs under control")))
      << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("OK    gdb "));
  EXPECT_TRUE(std::regex_search(
      outcome.out, std::regex("Measured: [1-9]\\d* executions a second [^\n]*; [1-9]\\d* ns a step")))
      << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("Programs can be controlled on this machine."));
  EXPECT_TRUE(fs::is_empty(workplace.path("temporary"))) << "nothing is left behind";
}

TEST(Doctor, SaysWhenTheAddressSpaceIsTooSmall) {
  const Workplace workplace;
  const Outcome outcome =
      run({{"bash", "-c", "ulimit -v 1500000; '" HEDDLE_TEST_TOOL "' doctor"}, workplace.folder()});
  EXPECT_EQ(outcome.status, 3) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("FAILS taking a program over"));
  EXPECT_THAT(outcome.out, HasSubstr("FAILS address space            limited to 1464 MB"));
  EXPECT_THAT(outcome.out, HasSubstr("ulimit -v unlimited"));
  EXPECT_THAT(outcome.out, HasSubstr("Programs cannot be controlled on this machine"));
}

TEST(Doctor, TriesTheCompilersThatAreThere) {
  const Workplace workplace;
  fs::create_directory(workplace.path("bin"));
  Command command = workplace.heddle({"doctor"});
  command.environment["PATH"] = workplace.path("bin");
  const Outcome none = run(command);
  EXPECT_EQ(none.status, 0) << describe(none);
  EXPECT_THAT(none.out, HasSubstr("note  compilers                neither g++ nor clang++ is on PATH"));
  EXPECT_THAT(none.out, HasSubstr("note  gdb                      is not installed"));
  EXPECT_THAT(none.out, Not(HasSubstr("Measured")));

  workplace.write(
      "bin/g++",
      "#!/bin/sh\necho 'g++ (Broken 1.0) 1.0'\necho 'see the source for copying conditions'\nexit 1\n");
  fs::permissions(workplace.path("bin/g++"), fs::perms::owner_exec, fs::perm_options::add);
  const Outcome broken = run(command);
  EXPECT_EQ(broken.status, 3) << describe(broken);
  EXPECT_THAT(broken.out,
              HasSubstr("FAILS g++                      g++ (Broken 1.0) 1.0; it does not compile"));
}

}  // namespace
}  // namespace heddle::e2e
