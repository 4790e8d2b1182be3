// Tasks in processes of their own, several at a time. What a task has to say comes back line by line.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "event/result.h"

namespace heddle::study {

struct PoolTask {
  using Say = std::function<void(const std::string& line)>;
  // Runs in a fork of this process; an error ends the task.
  std::function<Result<bool>(const Say& say)> run;
};

struct PoolObserver {
  std::function<void(std::size_t task, const std::string& line)> said;
  std::function<void(std::size_t task, const std::string& problem)> ended;  // no problem: empty
  std::function<void()> waited;                                             // a few times a second
  std::function<bool()> interrupted;
};

// False: interrupted, and the tasks that were running are ended.
bool run_in_pool(const std::vector<PoolTask>& tasks, unsigned jobs, const PoolObserver& observer);

}  // namespace heddle::study
