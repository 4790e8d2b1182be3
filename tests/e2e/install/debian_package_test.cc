// The Debian package, unpacked and used from where it lies.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(DebianPackage, IsUnpackedAndRuns) {
  const Workplace workplace;
  const Outcome made = run({{"cpack", "-G", "DEB", "--config", HEDDLE_TEST_BUILD_FOLDER "/CPackConfig.cmake",
                             "-B", workplace.path("made")},
                            workplace.folder()});
  ASSERT_EQ(made.status, 0) << describe(made);
  std::string package;
  for (const fs::directory_entry& entry : fs::directory_iterator(workplace.path("made")))
    if (entry.path().extension() == ".deb") package = entry.path().string();
  ASSERT_FALSE(package.empty());

  const Outcome facts = run({{"dpkg-deb", "--field", package}});
  EXPECT_THAT(facts.out, AllOf(HasSubstr("Package: heddle\n"), HasSubstr("Section: devel\n")));
  const std::string depends = run({{"dpkg-deb", "--field", package, "Depends"}}).out;
  EXPECT_THAT(depends, AllOf(HasSubstr("libc6 (>="), HasSubstr("libstdc++6 (>="), HasSubstr("libdw1"),
                             HasSubstr("libelf1")));

  ASSERT_EQ(run({{"dpkg", "-x", package, workplace.path("root")}}).status, 0);
  const std::string usr = workplace.path("root/usr");
  EXPECT_TRUE(fs::exists(usr + "/share/doc/heddle/copyright"));
  EXPECT_TRUE(fs::exists(usr + "/share/man/man1/heddle.1.gz"));
  workplace.copy_of(HEDDLE_TEST_SOURCES "/install/project/main.cc", "main.cc");
  workplace.copy_of(HEDDLE_TEST_SOURCES "/install/project/ledger.c", "ledger.c");
  workplace.copy_of(HEDDLE_TEST_SOURCES "/install/project/ledger.h", "ledger.h");
  const Outcome built =
      run({{usr + "/bin/heddle-c++", "main.cc", "ledger.c", "-o", "ledger"}, workplace.folder()});
  ASSERT_EQ(built.status, 0) << describe(built);
  const Outcome found = run({{usr + "/bin/heddle", "run", "--", "./ledger"}, workplace.folder()});
  EXPECT_EQ(found.status, 1) << describe(found);
  EXPECT_THAT(found.out, HasSubstr("ledger_total() == 3"));
  // The library is stripped there, and gdb finds the threads all the same.
  const Outcome debugged = run({{usr + "/bin/heddle", "replay", "heddle-out/bug-1.schedule", "--gdb", "--",
                                 "-nx", "-batch", "-ex", "heddle threads"},
                                workplace.folder()});
  EXPECT_THAT(debugged.out, AllOf(HasSubstr("main.cc:11"), HasSubstr("main.0: finished")))
      << describe(debugged);
}

}  // namespace
}  // namespace heddle::e2e
