// *in process*: a body that resets its own state is run again and again on pooled contexts. The fastest way.
#pragma once

#include "runtime/arch/context.h"
#include "runtime/isolation/image.h"
#include "runtime/state/recording.h"
#include "search/executor.h"

namespace heddle::runtime {

struct Body {
  void (*function)(void*);
  void* argument;
};

class InProcessExecutor : public Executor {
 public:
  // With an image, memory is put back after each execution.
  InProcessExecutor(Recording& recording, Body body, Image* image = nullptr)
      : recording_(recording), body_(body), image_(image) {}

  const Execution& run(Strategy& strategy, const ExecutionOptions& options) override;

 private:
  Recording& recording_;
  Body body_;
  Image* image_;
  Execution execution_;
};

}  // namespace heddle::runtime
