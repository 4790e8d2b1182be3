// Jobs in processes of their own, several at a time: each is a fork that does its job and says messages.
// Processes, because an explorer ends with the thread that started it, and whatever happens to one job must
// not touch the others.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "event/result.h"
#include "process/child.h"

namespace heddle::process {

struct JobEnd {
  std::string problem;  // the job's own error, in one line, or why it could not be started
  Ending ending = Ending::lost();

  bool is_success() const { return problem.empty() && ending.is_success(); }
};

// What happens to the jobs that run when the pool is stopped.
enum class Stopping {
  kAsk,   // each is sent SIGTERM, once, and waited for
  kKill,  // they are killed
};

struct ProcessPool {
  using Say = std::function<void(const std::string& message)>;

  std::size_t at_a_time = 1;
  Stopping stopping = Stopping::kKill;
  // In a process of its own. An error ends the job.
  std::function<Result<bool>(std::size_t job, const Say& say)> work;
  // In this process: each message, each end, and ten times a second the jobs that run.
  std::function<void(std::size_t job, const std::string& message)> said = [](const auto&...) {};
  std::function<void(std::size_t job, const JobEnd& end)> ended = [](const auto&...) {};
  std::function<void(const std::vector<std::size_t>& running)> tick = [](const auto&...) {};
  // True: no more jobs are started, and those that run are stopped.
  std::function<bool()> stop = [] { return false; };

  // Jobs 0 to count - 1, started in this order. False: stopped.
  bool run(std::size_t count) const;
};

}  // namespace heddle::process
