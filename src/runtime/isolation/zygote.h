// A process forked before the first execution of an in-process search: schedules are confirmed in fresh forks
// of it, where nothing that the search did has left a trace.
#pragma once

#include "runtime/isolation/in_process.h"
#include "search/executor.h"

namespace heddle::runtime {

class Zygote {
 public:
  explicit Zygote(Body body);
  ~Zygote();
  Zygote(const Zygote&) = delete;
  Zygote& operator=(const Zygote&) = delete;

  bool works() const { return pid_ > 0; }
  // Runs the schedule in a fresh process. The execution's spans are valid until the next call.
  const Execution& replay(const Schedule& schedule, const ExecutionOptions& options);

 private:
  [[noreturn]] void serve(Body body);

  long pid_ = -1;
  int socket_ = -1;
  Recording* recording_ = nullptr;
  Execution execution_;
};

}  // namespace heddle::runtime
