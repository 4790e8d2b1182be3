#include "study/process_pool.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <map>
#include <set>

namespace heddle::study {
namespace {

class ProcessPool : public ::testing::Test {
 protected:
  bool run(const std::vector<PoolTask>& tasks, unsigned jobs) {
    PoolObserver observer;
    observer.said = [this](std::size_t task, const std::string& line) { said_[task].push_back(line); };
    observer.ended = [this](std::size_t task, const std::string& problem) { ended_[task] = problem; };
    observer.waited = [] {};
    observer.interrupted = [this] { return interrupted_; };
    return run_in_pool(tasks, jobs, observer);
  }

  std::map<std::size_t, std::vector<std::string>> said_;
  std::map<std::size_t, std::string> ended_;
  bool interrupted_ = false;
};

TEST_F(ProcessPool, BringsEveryLineBack) {
  std::vector<PoolTask> tasks;
  for (int i = 0; i < 7; ++i)
    tasks.push_back({[i](const PoolTask::Say& say) -> Result<bool> {
      for (int line = 0; line < i; ++line) say(std::to_string(100 * i + line));
      return true;
    }});
  EXPECT_TRUE(run(tasks, 3));
  EXPECT_EQ(ended_.size(), 7);
  EXPECT_EQ(said_[3], (std::vector<std::string>{"300", "301", "302"}));
  EXPECT_EQ(said_[6].size(), 6);
  EXPECT_TRUE(said_[0].empty());
}

TEST_F(ProcessPool, GivesEachTaskAProcess) {
  const PoolTask tell{[](const PoolTask::Say& say) -> Result<bool> {
    say(std::to_string(getpid()));
    return true;
  }};
  EXPECT_TRUE(run({tell, tell, tell}, 1));
  const std::set<std::string> processes{said_[0].at(0), said_[1].at(0), said_[2].at(0),
                                        std::to_string(getpid())};
  EXPECT_EQ(processes.size(), 4);
}

TEST_F(ProcessPool, GoesOnAfterATaskThatFails) {
  const PoolTask fails{[](const PoolTask::Say& say) -> Result<bool> {
    say("half");
    return Error{"no\nluck"};
  }};
  const PoolTask dies{[](const PoolTask::Say&) -> Result<bool> { _exit(7); }};
  const PoolTask works{[](const PoolTask::Say& say) -> Result<bool> {
    say("done");
    return true;
  }};
  EXPECT_TRUE(run({fails, dies, works}, 1));
  EXPECT_EQ(said_[0], std::vector<std::string>{"half"});
  EXPECT_EQ(ended_[0], "no luck");
  EXPECT_EQ(ended_[1], "the process that searched it ended too early");
  EXPECT_EQ(ended_[2], "");
  EXPECT_EQ(said_[2], std::vector<std::string>{"done"});
}

TEST_F(ProcessPool, EndsWhatRunsWhenInterrupted) {
  const PoolTask endless{[](const PoolTask::Say&) -> Result<bool> {
    for (;;) pause();
  }};
  interrupted_ = true;
  EXPECT_FALSE(run({endless, endless}, 2));
}

}  // namespace
}  // namespace heddle::study
