// What surrounds the program, the same at the start of every execution: its folder, and its driver.
#pragma once

#include <string>

#include "runtime/isolation/execution_driver.h"
#include "runtime/isolation/fresh_folder.h"
#include "search/executor.h"

namespace heddle::runtime {

class ProgramSurroundings {
 public:
  // As `heddle` tells them by the environment, from which what is not for the program is removed.
  static ProgramSurroundings from_environment();

  bool have_folder() const { return folder_.is_there(); }
  bool have_driver() const { return driver_.is_there(); }
  // Before each execution, in the process that will run or fork it. Empty, or why that cannot be.
  std::string renew_folder() { return folder_.renew(); }
  // What the driver prints goes to `output`; negative: nowhere.
  std::string prepare(int output);
  // The execution is over, and its driver ends with it: a failing one makes a failing execution.
  void judge_driver(Execution& execution);

 private:
  ProgramSurroundings(FreshFolder folder, ExecutionDriver driver, std::string socket);

  FreshFolder folder_;
  ExecutionDriver driver_;
  std::string socket_;  // the path at which the program may listen
};

}  // namespace heddle::runtime
