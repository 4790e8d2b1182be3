// *fork*: every execution is a child of its own, so that a crashed one can corrupt nothing.
#pragma once

#include "explore/executor.h"
#include "runtime/arch/context.h"
#include "runtime/recording.h"

namespace heddle::runtime {

class ForkExecutor : public Executor {
 public:
  // `entry`: where the program goes on in a child.
  ForkExecutor(Recording& recording, Context& entry, int output) : recording_(recording), entry_(entry), output_(output) {}

  const Execution& run(Strategy& strategy, const ExecutionOptions& options) override;
  bool reached_point() const { return reached_point_; }

 private:
  [[noreturn]] void start_program(Strategy& strategy, const ExecutionOptions& options);
  int wait_for(long child, const ExecutionOptions& options);
  void judge(int status);
  void learn();
  void give_memory_back();

  Recording& recording_;
  Context& entry_;
  int output_;
  Execution execution_;
  bool reached_point_ = false;
  std::size_t contexts_ = 2;
};

}  // namespace heddle::runtime
