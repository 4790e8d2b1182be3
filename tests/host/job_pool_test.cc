#include "host/job_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <map>

namespace heddle::host {
namespace {

struct Watched {
  JobPool pool;
  std::map<std::size_t, JobAnswer> answers;
  std::size_t most_at_a_time = 0;

  Watched() {
    pool.finished = [this](std::size_t job, JobAnswer answer) { answers[job] = std::move(answer); };
    pool.tick = [this](const std::vector<RunningJob>& running) {
      most_at_a_time = std::max(most_at_a_time, running.size());
    };
    pool.stop = [] { return false; };
  }
};

TEST(JobPool, DoesEveryJobInAProcessOfItsOwn) {
  Watched watched;
  watched.pool.at_a_time = 3;
  watched.pool.work = [](std::size_t job, JobProgress&) {
    return std::to_string(job) + " " + std::to_string(getpid()) + std::string(200'000, 'x');
  };
  watched.pool.run(10);
  ASSERT_EQ(watched.answers.size(), 10u);
  for (const auto& [job, answer] : watched.answers) {
    EXPECT_EQ(answer.problem, "");
    EXPECT_TRUE(answer.answer.starts_with(std::to_string(job) + " ")) << job;
    EXPECT_EQ(answer.answer.find(std::to_string(getpid()) + "x"), std::string::npos);
    EXPECT_GT(answer.answer.size(), 200'000u);
  }
  EXPECT_LE(watched.most_at_a_time, 3u);
}

TEST(JobPool, SurvivesAJobThatDies) {
  Watched watched;
  watched.pool.work = [](std::size_t job, JobProgress&) {
    if (job == 0) kill(getpid(), SIGKILL);
    return std::string("fine");
  };
  watched.pool.run(2);
  EXPECT_THAT(watched.answers[0].problem, ::testing::HasSubstr("Killed"));
  EXPECT_EQ(watched.answers[1].answer, "fine");
}

TEST(JobPool, TellsHowFarJobsAre) {
  Watched watched;
  std::uint64_t seen = 0;
  watched.pool.work = [](std::size_t, JobProgress& progress) {
    progress.executions = 42;
    usleep(400'000);
    return std::string();
  };
  watched.pool.tick = [&seen](const std::vector<RunningJob>& running) {
    for (const RunningJob& job : running) seen = std::max(seen, job.executions);
  };
  watched.pool.run(1);
  EXPECT_EQ(seen, 42u);
}

volatile std::sig_atomic_t told = 0;

// Those that run are asked to end, and are heard; the others are not begun.
TEST(JobPool, StopsInAnOrderlyWay) {
  std::signal(SIGTERM, [](int) { told = 1; });
  Watched watched;
  watched.pool.work = [](std::size_t, JobProgress& progress) {
    progress.executions = 1;
    while (told == 0) usleep(1000);
    return std::string("interrupted");
  };
  bool running_now = false;
  watched.pool.tick = [&running_now](const std::vector<RunningJob>& running) {
    for (const RunningJob& job : running) running_now = running_now || job.executions == 1;
  };
  watched.pool.stop = [&running_now] { return running_now; };
  watched.pool.run(5);
  std::signal(SIGTERM, SIG_DFL);
  ASSERT_EQ(watched.answers.size(), 1u);
  EXPECT_EQ(watched.answers[0].answer, "interrupted");
}

}  // namespace
}  // namespace heddle::host
