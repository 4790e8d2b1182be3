// The place that the executions of one explorer have to themselves: a folder that they run in, a port and a
// path that a server may listen at. Paths are input of the program, so they are the same in a hunt and in
// its replays: the first place that no other `heddle` has, of a numbered row, with names of equal length.
#pragma once

#include <string>
#include <vector>

#include "event/result.h"
#include "event/surroundings.h"
#include "process/descriptor.h"
#include "process/environment.h"

namespace heddle::host {

class ExecutionPlace {
 public:
  // Nothing is taken where there is nothing to surround executions. `folder` is where the program would run;
  // empty: here.
  static Result<ExecutionPlace> take(const Surroundings& surroundings, const std::string& folder);
  ExecutionPlace() = default;
  // Removed with all that is in it. What a killed `heddle` left there, the next one removes.
  ~ExecutionPlace();
  ExecutionPlace(ExecutionPlace&& other) noexcept;
  ExecutionPlace& operator=(ExecutionPlace&& other) noexcept;

  // For the explorer.
  const std::vector<process::Variable>& variables() const { return variables_; }
  // A server may take its port or path as an argument: {HEDDLE_PORT} and {HEDDLE_SOCKET} stand for them.
  std::vector<std::string> fill_in(std::vector<std::string> arguments) const;

 private:
  Result<bool> lock();
  void remove();

  std::string path_;  // empty: none was taken
  unsigned number_ = 0;
  process::Descriptor lock_;
  std::vector<process::Variable> variables_;
};

}  // namespace heddle::host
