// The memory of threads' shadow stacks, by id. It lasts, and is not restored with the program's: an execution
// reads nothing there that it has not written. One that begins where a set-up ended reads what that wrote
// (Kept).
#pragma once

#include <vector>

#include "event/ids.h"
#include "runtime/state/thread.h"

namespace heddle::runtime::shadow_stacks {

// Before the first execution.
void set_up();
ShadowFrame* of(ThreadId thread);
// Before a fork, which would ask the system for them in each child.
void prepare(std::size_t threads);

// The entries of one thread as they were: what it calls after it has returned from them is written over them.
class Kept {
 public:
  void keep(const Thread& thread);
  void put_back() const;

 private:
  ShadowFrame* stack_ = nullptr;
  std::vector<ShadowFrame> entries_;
};

}  // namespace heddle::runtime::shadow_stacks
