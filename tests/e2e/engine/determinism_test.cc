// The seed decides everything: two runs with the same seed are the same run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <regex>
#include <set>
#include <tuple>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

struct SeededRun {
  Json results;  // apart from the time it took
  std::string schedule;
};

SeededRun run_with(const std::string& name, const std::string& strategy, const std::string& seed) {
  const Workplace workplace;
  const Outcome search =
      workplace.run_heddle({"run", "--quiet", "--until", "budget", "--executions", "150", "--time", "10m",
                            "--strategy", strategy, "--seed", seed, "--", program(name)},
                           "1 2 3 4 5 6\n");
  EXPECT_LE(search.status, 1) << describe(search);
  SeededRun result{workplace.results(), workplace.read("heddle-out/bug-1.schedule")};
  forget_time(result.results);
  result.schedule = std::regex_replace(result.schedule, std::regex("\nfolder .*"), "");  // a temporary one
  return result;
}

class Determinism : public ::testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(Determinism, SameSeedSameResults) {
  const auto [name, strategy] = GetParam();
  const SeededRun first = run_with(name, strategy, "7");
  const SeededRun second = run_with(name, strategy, "7");
  EXPECT_EQ(first.results.at("executions"), 150);
  EXPECT_EQ(first.results, second.results);
  EXPECT_EQ(first.schedule, second.schedule);
}

INSTANTIATE_TEST_SUITE_P(Programs, Determinism,
                         ::testing::Combine(::testing::Values("lost_update", "lock_order", "stdin_sum",
                                                              "wait_for_ignored", "many_threads"),
                                            ::testing::Values("random", "random:switch=0.1", "fifo")),
                         [](const auto& each) {
                           std::string name =
                               std::string(std::get<0>(each.param)) + "_" + std::get<1>(each.param);
                           for (char& c : name)
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           return name;
                         });

TEST(Seed, OtherSeedsGiveOtherSchedules) {
  std::set<std::string> schedules;
  for (const char* seed : {"1", "2", "3", "4"}) {
    const std::string text = run_with("lost_update", "random", seed).schedule;
    schedules.insert(text.substr(text.find("\nschedule\n")));
  }
  EXPECT_GE(schedules.size(), 2u);
}

TEST(Seed, RandomOneIsPrintedAndRepeatsTheRun) {
  const Workplace workplace;
  const std::vector<std::string> tail = {"--quiet", "--executions", "200", "--", program("lost_update")};
  std::vector<std::string> drawn = {"run", "--seed", "random"};
  drawn.insert(drawn.end(), tail.begin(), tail.end());
  const Outcome first = workplace.run_heddle(drawn);
  EXPECT_EQ(first.status, 1) << describe(first);
  const std::uint64_t seed = workplace.results().at("seed");
  EXPECT_THAT(first.out, ::testing::StartsWith("seed " + std::to_string(seed) + "\n"));
  const std::string schedule = workplace.read("heddle-out/bug-1.schedule");

  std::vector<std::string> given = {"run", "--seed", std::to_string(seed)};
  given.insert(given.end(), tail.begin(), tail.end());
  const Outcome second = workplace.run_heddle(given);
  EXPECT_EQ(second.status, 1) << describe(second);
  EXPECT_EQ(workplace.read("heddle-out/bug-1.schedule"), schedule);
}

// Where the stack starts depends on the environment and on the program's path; the search must not.
TEST(Surroundings, DoNotMatter) {
  const Workplace workplace;
  const auto search = [&](const std::string& file, const std::string& variable) {
    workplace.copy_of(program("wait_for_ignored"), file);
    Command command =
        workplace.heddle({"run", "--quiet", "--until", "budget", "--executions", "100", "--", "./" + file});
    command.environment["SURROUNDINGS"] = variable;
    EXPECT_EQ(run(command).status, 1);
    Json results = workplace.results();
    forget_time(results);
    results.erase("program");
    return results;
  };
  const Json first = search("short", "");
  const std::string schedule = workplace.read("heddle-out/bug-1.schedule");
  const Json second = search("a_much_longer_name_of_the_same_program", std::string(5000, 'x'));
  EXPECT_EQ(first, second);

  workplace.write("first.schedule", schedule);
  Command replay = workplace.heddle({"replay", "first.schedule"});
  replay.environment["SURROUNDINGS"] = std::string(3333, 'y');
  const Outcome replayed = run(replay);
  EXPECT_EQ(replayed.status, 1) << describe(replayed);
}

}  // namespace
}  // namespace heddle::e2e
