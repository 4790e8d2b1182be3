// kill -9 at any moment, of heddle, of the explorer or of an execution: what was found is kept, nothing goes
// on running, nothing is left in the folder for temporary files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <random>
#include <thread>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

enum class Victim { kHeddle, kExplorer, kExecution };

pid_t parent_of(pid_t process) {
  std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  std::getline(stat, line);
  const std::size_t end = line.rfind(')');
  return end == std::string::npos ? -1 : std::atoi(line.c_str() + end + 4);
}

// 0 when there is no such process at this moment.
pid_t find(Victim victim, pid_t heddle, const std::string& program) {
  if (victim == Victim::kHeddle) return heddle;
  for (const pid_t process : processes_running(program)) {
    const bool is_explorer = parent_of(process) == heddle;
    if (is_explorer == (victim == Victim::kExplorer)) return process;
  }
  return 0;
}

TEST(Kill, LosesNothingAndLeavesNothing) {
  constexpr int kKills = HEDDLE_FULL_TESTS ? 100 : 15;
  std::mt19937 random(1);
  for (int i = 0; i < kKills; ++i) {
    const Workplace workplace;
    const std::string copy = workplace.copy_of(program("diary"), "victim");
    fs::create_directory(workplace.path("tmp"));
    Command command = workplace.heddle({"run", "--executions", "1000000000", "--time", "1h", "--until",
                                        "budget", "--", copy, workplace.path("diary"), "fail"});
    command.environment["TMPDIR"] = workplace.path("tmp");
    Process search(command);
    const auto victim = static_cast<Victim>(i % 3);
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 300));
    SCOPED_TRACE("kill " + std::to_string(i));
    const bool was_found = workplace.exists("heddle-out/results.json");
    pid_t process = 0;
    ASSERT_TRUE(eventually(60s, [&] { return (process = find(victim, search.id(), copy)) != 0; }));
    kill(process, SIGKILL);
    // The search ends by itself unless the kernel was faster than we were and the victim had gone.
    if (victim == Victim::kExecution) search.signal(SIGINT);
    const Outcome outcome = search.finish();
    EXPECT_NE(outcome.status, -1) << "it hangs";
    EXPECT_TRUE(eventually(60s, [&] { return processes_running(copy).empty(); }));
    EXPECT_TRUE(fs::is_empty(workplace.path("tmp")));
    if (victim == Victim::kHeddle) {
      EXPECT_EQ(outcome.status, 128 + SIGKILL);
    }
    if (was_found || (victim != Victim::kHeddle && outcome.status == 1)) {
      EXPECT_EQ(workplace.results().at("bugs").size(), 1) << describe(outcome);
      const Outcome replay = workplace.run_heddle({"replay", workplace.path("heddle-out/bug-1.schedule")});
      EXPECT_EQ(replay.status, 1) << describe(replay);
    }
  }
}

}  // namespace
}  // namespace heddle::e2e
