// Small OpenMP programs over all directives (kernels/). Compiled with RACE=1 each has a data race, which is
// found with every seed and replays; with RACE=0 it has none, and nothing is reported. What one sees of
// OpenMP beside races is in verdicts/programs/openmp_*.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;

struct Kernel {
  std::string name;
  std::string compiler;

  std::string program(const std::string& version) const {
    return e2e::program(name + "-" + version, "openmp-" + compiler);
  }
};

const std::vector<Kernel> kKernels = {
#include "openmp_kernels.inc"
};

constexpr int kSeeds = HEDDLE_FULL_TESTS ? 20 : 2;
const std::string kRepairedExecutions = HEDDLE_FULL_TESTS ? "10000" : "500";

class OpenMp : public ::testing::TestWithParam<Kernel> {};

TEST_P(OpenMp, RaceIsFoundAndReplays) {
  for (int seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Workplace workplace;
    const Outcome search =
        workplace.run_heddle({"run", "--quiet", "--seed", std::to_string(seed), "--executions", "1000",
                              "--until", "first-bug", "--", GetParam().program("race")});
    ASSERT_EQ(search.status, 1) << describe(search);
    const Json bug = workplace.results().at("bugs").at(0);
    EXPECT_EQ(bug.at("kind"), "data-race") << describe(search);
    EXPECT_EQ(bug.at("stable"), true) << describe(search);
    if (seed != 1) continue;
    const Outcome replay = workplace.run_heddle({"replay", "--repeat", "20", "heddle-out/bug-1.schedule"});
    EXPECT_EQ(replay.status, 1) << describe(replay);
    EXPECT_THAT(replay.out, HasSubstr("20 of 20")) << describe(replay);
  }
}

TEST_P(OpenMp, RepairedTwinPasses) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle(
      {"run", "--quiet", "--executions", kRepairedExecutions, "--", GetParam().program("repaired")});
  EXPECT_EQ(search.status, 0) << describe(search);
}

INSTANTIATE_TEST_SUITE_P(Kernels, OpenMp, ::testing::ValuesIn(kKernels),
                         [](const auto& each) { return each.param.name + "_" + each.param.compiler; });

}  // namespace
}  // namespace heddle::e2e
