// The one worker that repeats executions may die at any moment, and must not grow. Several:
// side_by_side_test.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

pid_t parent_of(pid_t process) {
  std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(stat, text);
  const std::size_t name_end = text.rfind(')');
  return name_end == std::string::npos ? 0 : std::atoi(text.c_str() + name_end + 4);
}

pid_t worker_of(const Process& search, const std::string& program) {
  for (const pid_t process : processes_running(program))
    if (parent_of(process) != search.id()) return process;
  return 0;
}

Command search_of(const Workplace& workplace, const std::string& program, const std::string& argument,
                  const std::string& executions) {
  Command command = workplace.heddle({"run", "--quiet", "--digest", "--jobs", "1", "--until", "budget",
                                      "--executions", executions, "--time", "1h", "--", program, argument});
  command.timeout = std::chrono::minutes(20);
  return command;
}

Json results_without_time(const Workplace& workplace) {
  Json results = workplace.results();
  forget_time(results);
  results.erase("program");
  return results;
}

TEST(Worker, ThatIsKilledCostsNothing) {
  const Workplace quiet, disturbed;
  const std::string executions = HEDDLE_FULL_TESTS ? "400000" : "12000";
  ASSERT_EQ(run(search_of(quiet, quiet.copy_of(program("leaking"), "victim"), "return", executions)).status,
            0);
  const std::string copy = disturbed.copy_of(program("leaking"), "victim");
  Process search(search_of(disturbed, copy, "return", executions));
  int kills = 0;
  for (int i = 0; i < 20; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + 10 * (i % 5)));
    const pid_t worker = worker_of(search, copy);
    if (worker != 0 && kill(worker, SIGKILL) == 0) ++kills;
  }
  const Outcome outcome = search.finish();
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_EQ(results_without_time(disturbed), results_without_time(quiet)) << describe(outcome);
  EXPECT_GT(kills, 0);
}

struct Size {
  long memory = 0;  // kilobytes
  long descriptors = 0;
};

Size size_of(pid_t process) {
  Size size;
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("RssAnon:"))
      size.memory = std::atol(line.c_str() + 8);  // without what it shares with the explorer
  std::error_code error;
  for (fs::directory_iterator each("/proc/" + std::to_string(process) + "/fd", error), end;
       !error && each != end; each.increment(error))
    ++size.descriptors;
  return size;
}

class Soak : public ::testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(Soak, DoesNotGrow) {
  const auto [how, executions] = GetParam();
  const Workplace workplace;
  const std::string copy = workplace.copy_of(program("leaking"), "soaked");
  Process search(search_of(workplace, copy, how, executions));
  std::vector<Size> sizes;
  for (int i = 0; i < 40; ++i) {
    std::this_thread::sleep_for(HEDDLE_FULL_TESTS ? 300ms : 20ms);
    const pid_t worker = worker_of(search, copy);
    const Size size = worker != 0 ? size_of(worker) : Size{};
    if (size.descriptors != 0 && size.memory != 0) sizes.push_back(size);
  }
  const Outcome outcome = search.finish();
  EXPECT_LE(outcome.status, 1) << describe(outcome);
  EXPECT_EQ(workplace.results().at("executions"), std::stoi(executions)) << describe(outcome);
  EXPECT_THAT(outcome.out, Not(HasSubstr("went differently"))) << describe(outcome);
  EXPECT_THAT(outcome.out, Not(HasSubstr("in processes of their own"))) << describe(outcome);
  ASSERT_GE(sizes.size(), 2u);
  // Each execution leaks one descriptor and 10 kB. A worker that has just begun has a few less of both.
  const auto [least, most] = std::ranges::minmax(sizes, {}, &Size::memory);
  EXPECT_LT(most.memory, least.memory + 2000) << "kilobytes";
  const auto [fewest, many] = std::ranges::minmax(sizes, {}, &Size::descriptors);
  EXPECT_LT(many.descriptors, fewest.descriptors + 20);
}

INSTANTIATE_TEST_SUITE_P(Of, Soak,
                         HEDDLE_FULL_TESTS
                             ? ::testing::Values(std::tuple("assert", "1000000"),
                                                 std::tuple("return", "1000000"),
                                                 std::tuple("crash", "1000000"))
                             : ::testing::Values(std::tuple("assert", "20000"), std::tuple("return", "20000"),
                                                 std::tuple("crash", "20000")),
                         [](const auto& each) { return std::string(std::get<0>(each.param)); });

// 150 executions write to 4 MB each, at addresses of their own: a worker that keeps what it knows of all
// these addresses has more than 400 MB in the end.
TEST(Worker, ForgetsTheAddressesOfEarlierExecutions) {
  constexpr std::uint64_t kMegabyte = 1 << 20;
  const Workplace workplace;
  const Outcome outcome = workplace.run_heddle(
      {"run", "--quiet", "--until", "budget", "--executions", "150", "--", program("mapped_anywhere")});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("150 executions")) << describe(outcome);
  EXPECT_THAT(outcome.out, Not(HasSubstr("in processes of their own"))) << describe(outcome);
  EXPECT_LT(outcome.peak_memory, 200 * kMegabyte);
}

}  // namespace
}  // namespace heddle::e2e
