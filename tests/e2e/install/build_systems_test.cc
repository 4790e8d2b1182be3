// CC=heddle-cc CXX=heddle-c++ in the build systems that people have.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "install/outside_project.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;

const std::map<std::string, std::string> kCompilers = {{"CC", "heddle-cc"}, {"CXX", "heddle-c++"}};

TEST(BuildSystem, CMake) {
  const OutsideProject project;
  project.build({"cmake", "-G", "Ninja", "-S", ".", "-B", "out"}, kCompilers);
  project.build({"cmake", "--build", "out"});
  project.expect_bug_in("out/ledger_test");
}

TEST(BuildSystem, CMakeWithASharedLibraryByClangAndMake) {
  const OutsideProject project;
  std::map<std::string, std::string> variables = kCompilers;
  variables["HEDDLE_CC"] = HEDDLE_TEST_CLANG;
  variables["HEDDLE_CXX"] = HEDDLE_TEST_CLANGXX;
  project.build({"cmake", "-G", "Unix Makefiles", "-S", ".", "-B", "out", "-DLEDGER_SHARED=ON",
                 "-DCMAKE_BUILD_TYPE=Debug"},
                variables);
  project.build({"cmake", "--build", "out"}, variables);
  project.expect_bug_in("out/ledger_test");
}

TEST(BuildSystem, PlainMake) {
  const OutsideProject project;
  project.build({"make", "-f", "Makefile.plain", "CC=heddle-cc", "CXX=heddle-c++"});
  project.expect_bug_in("./ledger_test");
  // The dependencies that -MMD wrote are the user's: a changed header rebuilds the object.
  EXPECT_THAT(project.workplace().read("main.d"), HasSubstr("main.o: main.cc ledger.h"));
  const Outcome again = project.run({"make", "-f", "Makefile.plain", "CC=heddle-cc", "CXX=heddle-c++", "-q"});
  EXPECT_EQ(again.status, 0) << "nothing is left to do";
}

TEST(BuildSystem, Meson) {
  const OutsideProject project;
  project.build({"meson", "setup", "out"}, kCompilers);
  project.build({"meson", "compile", "-C", "out"});
  project.expect_bug_in("out/ledger_test");
}

#if HEDDLE_FULL_TESTS
TEST(BuildSystem, AutoconfAutomakeAndLibtool) {
  const OutsideProject project;
  project.build({"sh", "-c", "mkdir -p aux && autoreconf --install"});
  project.build({"./configure", "--prefix=" + project.path("installed")}, kCompilers);
  project.build({"make", "-j2"});
  project.build({"make", "install"});
  // libtool's program is a script; the installed one is the program itself, with the library's place in it.
  project.expect_bug_in("installed/bin/ledger_test");
}
#endif

}  // namespace
}  // namespace heddle::e2e
