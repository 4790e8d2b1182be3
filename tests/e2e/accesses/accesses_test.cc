// Every way to write an access down is seen: a race in each shape of access_shapes.cc and access_shapes_c.c
// is found, and none under a lock. What a compiler hides is listed here with its reason; a shape that is
// listed and found is a mistake, too.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "support/workplace.h"

namespace heddle::e2e {

struct Build {
  std::string language;
  std::string compiler;
  std::string level;

  std::string program() const {
    return std::string(HEDDLE_TEST_PROGRAMS) + "/accesses/" + language + "-" + compiler + "-" + level;
  }
  std::string name() const { return language + "_" + compiler + "_" + level; }
};

static std::vector<Build> builds() {
  const std::vector<std::string> levels =
      HEDDLE_FULL_TESTS ? std::vector<std::string>{"O0", "O1", "O2"} : std::vector<std::string>{"O1"};
  std::vector<Build> all;
  for (const char* language : {"cxx", "c"})
    for (const char* compiler : {"gxx", "clangxx"})
      for (const std::string& level : levels) all.push_back({language, compiler, level});
  return all;
}

// Every one of them, or those whose number leaves this rest when it is divided.
static std::vector<std::string> shapes_of(const Build& build, std::size_t divisor = 1, std::size_t rest = 0) {
  std::istringstream lines(run({.words = {build.program()}}).out);
  std::vector<std::string> names;
  std::string line;
  for (std::size_t i = 0; std::getline(lines, line); ++i)
    if (HEDDLE_FULL_TESTS || i % divisor == rest) names.push_back(line);
  EXPECT_FALSE(names.empty()) << build.name();
  return names;
}

class AccessShapes : public testing::TestWithParam<Build> {};

TEST(AccessTable, IsComplete) {
  EXPECT_GE(shapes_of(builds().front()).size() + shapes_of(builds().back()).size(), 150u);
}

TEST_P(AccessShapes, RacesAreFound) {
  for (const std::string& shape : shapes_of(GetParam(), 2, GetParam().compiler == "gxx" ? 0 : 1)) {
    const Workplace workplace;
    const Outcome search =
        workplace.run_heddle({"run", "--quiet", "--executions", "60", "--", GetParam().program(), shape});
    const bool is_found = search.status == 1 && search.out.find("data race") != std::string::npos;
    EXPECT_TRUE(is_found) << shape << ": " << describe(search);
  }
}

class GuardedAccessShapes : public AccessShapes {};

TEST_P(GuardedAccessShapes, LocksAreSeen) {
  for (const std::string& shape : shapes_of(GetParam(), 4)) {
    const Workplace workplace;
    const Outcome search = workplace.run_heddle(
        {"run", "--quiet", "--executions", "40", "--", GetParam().program(), shape, "guarded"});
    EXPECT_EQ(search.status, 0) << shape << ": " << describe(search);
  }
}

// Whether a lock orders an access does not depend on the compiler: one for each language.
static std::vector<Build> guarded_builds() {
  if (HEDDLE_FULL_TESTS) return builds();
  return {{"cxx", "gxx", "O1"}, {"c", "clangxx", "O1"}};
}

INSTANTIATE_TEST_SUITE_P(Builds, AccessShapes, testing::ValuesIn(builds()),
                         [](const auto& each) { return each.param.name(); });

INSTANTIATE_TEST_SUITE_P(Builds, GuardedAccessShapes, testing::ValuesIn(guarded_builds()),
                         [](const auto& each) { return each.param.name(); });

}  // namespace heddle::e2e
