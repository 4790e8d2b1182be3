// Starts the driver of each execution (services/driver.h), ends it, and says how it ended.
#pragma once

#include <string>

#include "runtime/services/driver.h"

namespace heddle::runtime {

class ExecutionDriver {
 public:
  // Empty: there is none.
  explicit ExecutionDriver(std::string command);

  bool is_there() const { return !command_.empty(); }
  const std::string& command() const { return command_; }
  // A process that becomes the driver as soon as the program listens. What it prints goes to `output`;
  // negative: nowhere. Empty, or why that cannot be.
  std::string prepare(int output);
  // The execution is over. A driver that goes on is left a moment to end by itself, if its status matters,
  // and is then ended with all that it has started. The status is the shell's; 0, too, where it was ended or
  // never started.
  int end(bool status_matters);

 private:
  [[noreturn]] void become_driver(int output);
  void wait_for_end();

  std::string command_;
  int folder_ = -1;  // where heddle was called: there the driver runs
  driver::Line* line_ = nullptr;
  long process_ = 0;
};

}  // namespace heddle::runtime
