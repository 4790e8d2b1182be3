// Work that processes of ours do, several at a time: each is a fork that does its job and sends one answer.
// Processes, because an explorer ends with the thread that started it, and whatever happens to one job must
// not touch the others.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace heddle::host {

// Shared with the process that does the job.
struct JobProgress {
  std::atomic<std::uint64_t> executions;
  std::atomic<std::uint64_t> steps;
};

struct JobAnswer {
  std::string answer;
  std::string problem;  // why there is none: its process failed
};

struct RunningJob {
  std::size_t job;
  std::uint64_t executions;
  double seconds;
};

struct JobPool {
  std::size_t at_a_time = 1;
  std::function<std::string(std::size_t job, JobProgress& progress)> work;  // in a process of its own
  std::function<void(std::size_t job, JobAnswer answer)> finished;
  std::function<void(const std::vector<RunningJob>& running)> tick;  // about ten times a second
  // True: no more jobs are started, and those that run are sent SIGTERM, once. Their answers are waited for.
  std::function<bool()> stop;

  // Jobs 0 to count - 1, started in this order.
  void run(std::size_t count) const;
};

}  // namespace heddle::host
