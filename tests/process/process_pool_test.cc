#include "process/process_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <map>
#include <set>

#include "process/shared_array.h"

namespace heddle::process {
namespace {

using ::testing::ElementsAre;

class ProcessPoolTest : public ::testing::Test {
 protected:
  ProcessPoolTest() {
    pool_.said = [this](std::size_t job, const std::string& message) { said_[job].push_back(message); };
    pool_.ended = [this](std::size_t job, const JobEnd& end) { ends_[job] = end; };
    pool_.tick = [this](const std::vector<std::size_t>& running) {
      most_at_a_time_ = std::max(most_at_a_time_, running.size());
    };
  }

  ProcessPool pool_;
  std::map<std::size_t, std::vector<std::string>> said_;
  std::map<std::size_t, JobEnd> ends_;
  std::size_t most_at_a_time_ = 0;
};

TEST_F(ProcessPoolTest, BringsEveryMessageBack) {
  pool_.at_a_time = 3;
  pool_.work = [](std::size_t job, const ProcessPool::Say& say) -> Result<bool> {
    for (std::size_t i = 0; i < job; ++i) say(std::to_string(100 * job + i) + "\n");
    return true;
  };
  EXPECT_TRUE(pool_.run(7));
  ASSERT_EQ(ends_.size(), 7u);
  for (const auto& [job, end] : ends_) EXPECT_TRUE(end.is_success()) << job;
  EXPECT_TRUE(said_[0].empty());
  EXPECT_THAT(said_[3], ElementsAre("300\n", "301\n", "302\n"));
  EXPECT_EQ(said_[6].size(), 6u);
}

TEST_F(ProcessPoolTest, BringsBackMessagesBeyondWhatAPipeHolds) {
  pool_.at_a_time = 2;
  pool_.work = [](std::size_t job, const ProcessPool::Say& say) -> Result<bool> {
    say(std::string(300'000 + job, 'x'));
    say("");
    return true;
  };
  EXPECT_TRUE(pool_.run(4));
  ASSERT_EQ(said_.size(), 4u);
  for (const auto& [job, messages] : said_)
    EXPECT_THAT(messages, ElementsAre(std::string(300'000 + job, 'x'), "")) << job;
}

TEST_F(ProcessPoolTest, GivesEachJobAProcess) {
  pool_.work = [](std::size_t, const ProcessPool::Say& say) -> Result<bool> {
    say(std::to_string(getpid()));
    return true;
  };
  EXPECT_TRUE(pool_.run(3));
  const std::set<std::string> processes{said_[0].at(0), said_[1].at(0), said_[2].at(0),
                                        std::to_string(getpid())};
  EXPECT_EQ(processes.size(), 4u);
}

// Each job waits until three run, which shows that as many do.
TEST_F(ProcessPoolTest, RunsAsManyAtATimeAsAsked) {
  SharedArray<std::atomic<int>> begun(1);
  pool_.at_a_time = 3;
  pool_.work = [&begun](std::size_t, const ProcessPool::Say&) -> Result<bool> {
    ++begun[0];
    while (begun[0] < 3) usleep(1000);
    return true;
  };
  EXPECT_TRUE(pool_.run(9));
  EXPECT_EQ(begun[0], 9);
  EXPECT_LE(most_at_a_time_, 3u);
}

TEST_F(ProcessPoolTest, GoesOnAfterJobsThatFail) {
  pool_.work = [](std::size_t job, const ProcessPool::Say& say) -> Result<bool> {
    say("begun");
    if (job == 0) return Error{"no\nluck"};
    if (job == 1) _exit(7);
    if (job == 2) kill(getpid(), SIGKILL);
    return true;
  };
  EXPECT_TRUE(pool_.run(4));
  ASSERT_EQ(ends_.size(), 4u);
  for (std::size_t job = 0; job < 4; ++job) EXPECT_THAT(said_[job], ElementsAre("begun")) << job;
  EXPECT_EQ(ends_[0].problem, "no luck");
  EXPECT_FALSE(ends_[0].is_success());
  EXPECT_EQ(ends_[1].problem, "");
  EXPECT_EQ(ends_[1].ending.exit_status(), 7);
  EXPECT_FALSE(ends_[1].is_success());
  EXPECT_EQ(ends_[2].ending.signal(), SIGKILL);
  EXPECT_TRUE(ends_[3].is_success());
}

TEST_F(ProcessPoolTest, KillsWhatRunsWhenStopped) {
  pool_.at_a_time = 2;
  pool_.work = [](std::size_t, const ProcessPool::Say& say) -> Result<bool> {
    std::signal(SIGTERM, SIG_IGN);
    say(std::to_string(getpid()));
    for (;;) pause();
  };
  pool_.stop = [this] { return said_.size() == 2; };
  EXPECT_FALSE(pool_.run(5));
  ASSERT_EQ(said_.size(), 2u);
  EXPECT_TRUE(ends_.empty());
  for (const auto& [job, messages] : said_) EXPECT_NE(kill(std::stoi(messages.at(0)), 0), 0) << job;
}

TEST_F(ProcessPoolTest, StartsNothingWhenStoppedBefore) {
  pool_.work = [](std::size_t, const ProcessPool::Say&) -> Result<bool> { return true; };
  pool_.stop = [] { return true; };
  EXPECT_FALSE(pool_.run(3));
  EXPECT_TRUE(ends_.empty());
}

volatile std::sig_atomic_t asked_to_end = 0;

// The jobs that run are asked to end, and are heard; the others are not begun. An interrupt is not for them.
TEST_F(ProcessPoolTest, AsksWhatRunsToEnd) {
  const auto before = std::signal(SIGTERM, [](int) { asked_to_end = 1; });
  pool_.stopping = Stopping::kAsk;
  pool_.work = [](std::size_t, const ProcessPool::Say& say) -> Result<bool> {
    raise(SIGINT);
    say("begun");
    while (asked_to_end == 0) usleep(1000);
    say("interrupted");
    return true;
  };
  pool_.stop = [this] { return !said_.empty(); };
  EXPECT_FALSE(pool_.run(5));
  std::signal(SIGTERM, before);
  EXPECT_EQ(asked_to_end, 0);
  ASSERT_EQ(ends_.size(), 1u);
  EXPECT_TRUE(ends_[0].is_success());
  EXPECT_THAT(said_[0], ElementsAre("begun", "interrupted"));
}

TEST_F(ProcessPoolTest, SharesMemoryWithItsJobs) {
  SharedArray<std::atomic<int>> progress(2);
  EXPECT_EQ(progress[1], 0);
  pool_.work = [&progress](std::size_t job, const ProcessPool::Say&) -> Result<bool> {
    progress[job] = static_cast<int>(job) + 42;
    return true;
  };
  EXPECT_TRUE(pool_.run(2));
  EXPECT_EQ(progress[0], 42);
  EXPECT_EQ(progress[1], 43);
}

TEST_F(ProcessPoolTest, TellsWhichJobsRun) {
  SharedArray<std::atomic<bool>> seen(1);
  pool_.work = [&seen](std::size_t, const ProcessPool::Say&) -> Result<bool> {
    while (!seen[0]) usleep(1000);
    return true;
  };
  std::set<std::size_t> jobs;
  pool_.tick = [&](const std::vector<std::size_t>& running) {
    jobs.insert(running.begin(), running.end());
    seen[0] = !jobs.empty();
  };
  EXPECT_TRUE(pool_.run(1));
  EXPECT_EQ(jobs, std::set<std::size_t>{0});
}

}  // namespace
}  // namespace heddle::process
