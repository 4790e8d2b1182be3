// Correct programs on top of real libraries pass, whatever the schedule: Boost.Lockfree, oneTBB, SQLite.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

constexpr int kLibraryExecutions = HEDDLE_FULL_TESTS ? 2000 : 50;

class Library : public ::testing::TestWithParam<const char*> {};

TEST_P(Library, CorrectProgramPasses) {
  const Workplace workplace;
  // Boost.Lockfree reads nodes that others may change, without atomics, and finds out afterwards: it has data
  // races, to the letter of the language.
  const std::string races = GetParam() == std::string("boost_lockfree") ? "ignore" : "report";
  const Outcome search =
      workplace.run_heddle({"run", "--races", races, "--executions", std::to_string(kLibraryExecutions),
                            "--time", "10m", "--", program(GetParam(), "real")});
  EXPECT_EQ(search.status, 0) << describe(search);
  EXPECT_EQ(workplace.results().at("executions"), kLibraryExecutions);
  EXPECT_EQ(workplace.results().at("instrumented"), true);
}

// oneTBB's own code is not instrumented; what Heddle knows of it must be enough.
TEST_P(Library, CorrectProgramPassesUnderTheCppMemoryModel) {
  if (!HEDDLE_FULL_TESTS) GTEST_SKIP();
  const Workplace workplace;
  const Outcome search = workplace.run_heddle({"run", "--memory", "c++", "--races", "ignore", "--executions",
                                               "1000", "--time", "10m", "--", program(GetParam(), "real")});
  EXPECT_EQ(search.status, 0) << describe(search);
}

INSTANTIATE_TEST_SUITE_P(Real, Library,
                         ::testing::Values("boost_lockfree", "sqlite_serialized", "tbb_containers",
                                           "tbb_memory"),
                         [](const auto& each) { return each.param; });

TEST(Library, BlocksOfTbbAreWatched) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle({"run", "--", program("tbb_memory", "real"), "freed"});
  ASSERT_EQ(search.status, 1) << describe(search);
  const Json bug = workplace.results().at("bugs").at(0);
  EXPECT_EQ(bug.at("kind"), "heap-error");
  EXPECT_EQ(bug.at("stable"), true) << describe(search);
}

// A plugin brings the library along and keeps it to itself, so that nobody finds its functions by name.
TEST(Library, TbbOfAPluginHasMemory) {
  const Workplace workplace;
  workplace.write("plugin.cc",
                  "#include <tbb/concurrent_hash_map.h>\n"
                  "extern \"C\" int size_after_work() {\n"
                  "  using Map = tbb::concurrent_hash_map<int, int>;\n"
                  "  Map map(10);\n"
                  "  { Map::accessor entry; map.insert(entry, 3); }\n"
                  "  map.erase(3);\n"
                  "  return static_cast<int>(map.size());\n"
                  "}\n");
  workplace.write("main.cc",
                  "#include <dlfcn.h>\n"
                  "int main() {\n"
                  "  void* plugin = dlopen(\"./plugin.so\", RTLD_NOW | RTLD_LOCAL);\n"
                  "  if (plugin == nullptr) return 2;\n"
                  "  return reinterpret_cast<int (*)()>(dlsym(plugin, \"size_after_work\"))();\n"
                  "}\n");
  const Outcome plugin =
      run({.words = {"g++", "-std=c++20", "-shared", "-fPIC", "plugin.cc", "-o", "plugin.so", "-ltbb"},
           .folder = workplace.folder()});
  ASSERT_EQ(plugin.status, 0) << describe(plugin);
  const Outcome built = workplace.run_heddle({"c++", "main.cc", "-o", "main"});
  ASSERT_EQ(built.status, 0) << describe(built);
  const Outcome alone = run({.words = {"./main"}, .folder = workplace.folder()});
  EXPECT_EQ(alone.status, 0) << describe(alone);
  const Outcome controlled = workplace.run_heddle({"run", "--executions", "5", "--", "./main"});
  EXPECT_THAT(workplace.results().at("bugs"), ::testing::IsEmpty()) << describe(controlled);
}

// The library makes worker threads by itself; what they do is chosen like everything else, and repeats.
TEST(Library, WorkersOfTbbAreUnderControl) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle(
      {"run", "--quiet", "--executions", "2000", "--", program("tbb_containers", "real"), "racy"});
  ASSERT_EQ(search.status, 1) << describe(search);
  const Json bug = workplace.results().at("bugs").at(0);
  EXPECT_EQ(bug.at("kind"), "assertion");
  EXPECT_EQ(bug.at("stable"), true) << describe(search);
  EXPECT_GE(bug.at("threads").size(), 2u);
  const Outcome replay = workplace.run_heddle({"replay", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(replay.status, 1) << describe(replay);
}

}  // namespace
}  // namespace heddle::e2e
