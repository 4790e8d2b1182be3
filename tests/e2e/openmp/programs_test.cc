// OpenMP where Heddle meets other tools: programs that were not built by it, GoogleTest, CMake.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/process.h"
#include "support/workplace.h"
#include "test/support.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;

class OpenMpAsItIs : public ::testing::TestWithParam<std::string> {};

TEST_P(OpenMpAsItIs, IsUnderControlByThePreloadedRuntime) {
  const Workplace workplace;
  const Outcome search =
      workplace.run_heddle({"run", "--quiet", "--executions", "1000", "--", program(GetParam(), "openmp")});
  ASSERT_EQ(search.status, 1) << describe(search);
  const Json results = workplace.results();
  EXPECT_EQ(results.at("instrumented"), false);
  EXPECT_EQ(results.at("bugs").at(0).at("kind"), "deadlock");
  EXPECT_EQ(results.at("bugs").at(0).at("stable"), true);
  EXPECT_THAT(search.out, HasSubstr("only synchronisation was seen"));
  const Outcome replay = workplace.run_heddle({"replay", "--repeat", "20", "heddle-out/bug-1.schedule"});
  EXPECT_THAT(replay.out, HasSubstr("20 of 20 replays failed as recorded")) << describe(replay);
}

INSTANTIATE_TEST_SUITE_P(Libraries, OpenMpAsItIs, ::testing::Values("with_libgomp", "with_libomp"),
                         [](const auto& each) { return each.param; });

TEST(OpenMpTests, HaveTheirVerdicts) {
  const Workplace workplace;
  const Outcome outcome = workplace.run_heddle(
      {"test", "--executions", "1000", "--time", "20s", "--", program("unit_tests", "openmp")});
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  constexpr ExpectedVerdict kVerdicts[] = {{"Sum.IsReduced", "passed"},
                                           {"Count.IsRaced", "failed", "data-race"},
                                           {"Tasks.LoseUpdates", "failed", "exit-status"}};
  expect_verdicts(kVerdicts, workplace.results());
}

class OpenMpPackage : public ::testing::TestWithParam<std::string> {};

TEST_P(OpenMpPackage, IsFoundByCMake) {
  const Workplace workplace;
  workplace.write("CMakeLists.txt",
                  "cmake_minimum_required(VERSION 3.20)\n"
                  "project(counter CXX)\n"
                  "find_package(OpenMP REQUIRED)\n"
                  "add_executable(counter counter.cc)\n"
                  "target_link_libraries(counter PRIVATE OpenMP::OpenMP_CXX)\n");
  workplace.write("counter.cc",
                  "int main() {\n"
                  "  int count = 0;\n"
                  "#pragma omp parallel num_threads(2)\n"
                  "  ++count;\n"
                  "  return count == 0;\n"
                  "}\n");
  Command command;
  command.folder = workplace.path("");
  command.environment["HEDDLE_CXX"] = GetParam() == "gxx" ? "g++" : HEDDLE_TEST_CLANGXX;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"cmake", "-G", "Ninja", "-S", ".", "-B", "out",
                                 "-DCMAKE_CXX_COMPILER=" HEDDLE_TEST_WRAPPER},
        std::vector<std::string>{"cmake", "--build", "out"}}) {
    command.words = words;
    const Outcome built = run(command);
    ASSERT_EQ(built.status, 0) << describe(built);
  }
  const Outcome search = workplace.run_heddle({"run", "--quiet", "--executions", "100", "--", "out/counter"});
  EXPECT_EQ(search.status, 1) << describe(search);
  EXPECT_EQ(workplace.results().at("bugs").at(0).at("kind"), "data-race") << describe(search);
}

INSTANTIATE_TEST_SUITE_P(Compilers, OpenMpPackage, ::testing::Values("gxx", "clangxx"),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace heddle::e2e
