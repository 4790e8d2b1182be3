// How a verb ends.
#pragma once

#include <string>

namespace heddle::sessions {

// 0 no bug, 1 bug found, 2 usage error, 3 the program could not be controlled, 4 not decided ('heddle
// verify'), 130 after Ctrl-C.
enum ExitStatus : int {
  kSuccess = 0,
  kBugFound = 1,
  kWrongUse = 2,
  kNotControlled = 3,
  kUndecided = 4,
  kInterrupted = 130
};

// Prints "heddle: <message>" to standard error, and returns the status.
int complain(ExitStatus status, const std::string& message);

}  // namespace heddle::sessions
