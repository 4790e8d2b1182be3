// find_package(Heddle), heddle_instrument, Heddle::heddle and heddle.pc: ordinary compilers, wherever the
// tree is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "install/outside_project.h"

namespace heddle::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

void expect_package_works(const OutsideProject& project, const std::string& prefix,
                          const std::vector<std::string>& settings) {
  std::vector<std::string> configure = {
      "cmake", "-G", "Ninja", "-S", ".", "-B", "out", "-DLEDGER_HEDDLE=ON", "-DCMAKE_PREFIX_PATH=" + prefix};
  configure.insert(configure.end(), settings.begin(), settings.end());
  project.build(configure);
  project.build({"cmake", "--build", "out"});
  project.expect_bug_in("out/ledger_test");
  const Outcome explored = project.run({"out/explore"});
  EXPECT_EQ(explored.status, 1) << describe(explored);
  EXPECT_EQ(explored.out, "assertion\n");
}

TEST(CMakePackage, InstrumentsForGcc) {
  const OutsideProject project;
  expect_package_works(project, HEDDLE_TEST_PREFIX, {"-DCMAKE_C_COMPILER=gcc", "-DCMAKE_CXX_COMPILER=g++"});
}

TEST(CMakePackage, InstrumentsForClangWithASharedLibrary) {
  const OutsideProject project;
  expect_package_works(project, HEDDLE_TEST_PREFIX,
                       {"-DCMAKE_C_COMPILER=" HEDDLE_TEST_CLANG, "-DCMAKE_CXX_COMPILER=" HEDDLE_TEST_CLANGXX,
                        "-DLEDGER_SHARED=ON", "-DCMAKE_BUILD_TYPE=Debug"});
}

TEST(CMakePackage, WorksWhereverItIsMovedTo) {
  const OutsideProject project;
  const std::string moved = project.path("moved here");
  fs::copy(HEDDLE_TEST_PREFIX, moved, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  expect_package_works(project, moved, {"-DCMAKE_C_COMPILER=gcc", "-DCMAKE_CXX_COMPILER=g++"});
  const Outcome libraries = project.run({"ldd", "out/ledger_test"});
  EXPECT_THAT(libraries.out, HasSubstr(moved + "/lib/libheddle.so"));
  EXPECT_THAT(libraries.out, Not(HasSubstr(HEDDLE_TEST_PREFIX)));
}

TEST(CMakePackage, MakesCTestTestsOfTestExecutables) {
  const OutsideProject project;
  project.build({"cmake", "-G", "Ninja", "-S", ".", "-B", "out", "-DLEDGER_HEDDLE=ON",
                 "-DCMAKE_PREFIX_PATH=" HEDDLE_TEST_PREFIX});
  project.build({"cmake", "--build", "out", "--target", "ledger_gtest"});
  const Outcome alone =
      project.run({"ctest", "--test-dir", "out", "-R", "one_thread", "--output-on-failure"});
  EXPECT_EQ(alone.status, 0) << describe(alone);
  const Outcome all = project.run({"ctest", "--test-dir", "out", "-L", "heddle", "--output-on-failure"});
  EXPECT_NE(all.status, 0) << describe(all);
  EXPECT_THAT(all.out, HasSubstr("FAILED   Ledger.AddsTogether"));
  EXPECT_THAT(all.out, HasSubstr(" - ledger.all (Failed)"));
  EXPECT_TRUE(fs::exists(project.path("out/heddle-out/ledger.all/results.json")));
  EXPECT_TRUE(fs::exists(project.path("out/heddle-out/ledger.one_thread/results.json")));
  // And one for each of its tests, which are known since it was built.
  const Outcome each = project.run({"ctest", "--test-dir", "out", "-R", "each.", "--output-on-failure"});
  EXPECT_NE(each.status, 0) << describe(each);
  EXPECT_THAT(each.out, HasSubstr("each.Ledger.AddsTogether (Failed)"));
  EXPECT_THAT(each.out, ::testing::ContainsRegex("each\\.Ledger\\.AddsAlone \\.+ +Passed"));
}

TEST(CMakePackage, RefusesWhatCannotBeCombined) {
  const OutsideProject project;
  const Outcome refused =
      project.run({"cmake", "-G", "Ninja", "-S", ".", "-B", "out", "-DLEDGER_HEDDLE=ON",
                   "-DCMAKE_PREFIX_PATH=" HEDDLE_TEST_PREFIX, "-DCMAKE_CXX_FLAGS=-fsanitize=address"});
  EXPECT_NE(refused.status, 0);
  EXPECT_THAT(refused.err, HasSubstr("-fsanitize=address cannot be combined with Heddle"));
}

// The whole command as a person would write it in a Makefile.
TEST(PkgConfig, ServesTheInProcessInterface) {
  const OutsideProject project;
  project.build({"sh", "-c",
                 "g++ -std=c++20 -g -O1 $(heddle c++ --compiler g++ --heddle-flags=compile) "
                 "$(pkg-config --cflags heddle) -c explore.cc -o explore.o"});
  project.build({"sh", "-c", "g++ explore.o -o explore $(pkg-config --libs heddle)"});
  const Outcome explored = project.run({"./explore"});
  EXPECT_EQ(explored.out, "assertion\n") << describe(explored);
  EXPECT_EQ("heddle " + project.run({"pkg-config", "--modversion", "heddle"}).out,
            project.run({"heddle", "--version"}).out);
  EXPECT_THAT(project.run({"sh", "-c", "$(pkg-config --variable=cxx heddle) --version"}).out,
              HasSubstr("g++"));
}

}  // namespace
}  // namespace heddle::e2e
