// The program in a process that runs it again and again: the image of its memory, what the kernel knows of
// it, and the way back to both. The explorer takes the image, workers restore it.
#pragma once

#include <cstddef>
#include <string>

#include "runtime/arch/context.h"
#include "runtime/isolation/image.h"
#include "runtime/isolation/kernel_state.h"
#include "runtime/memory/stacks.h"
#include "runtime/services/shadow_stacks.h"
#include "runtime/state/recording.h"
#include "search/executor.h"

namespace heddle::runtime {

class RestoredProgram {
 public:
  RestoredProgram(void (*program)(), const Stack& stack) : program_(program), stack_(stack) {}

  // The explorer's side. An image is taken if there is none for so many contexts. Empty, or why not.
  std::string take_image(std::size_t contexts);
  void forget_image() { contexts_ = 0; }

  // A worker's side. Empty, or why nothing can be restored in this process.
  std::string begin();
  // Runs the program up to its first thread, and takes the image there: executions begin there from then on.
  // This process keeps the image; the call returns in a child of it, or with false: that cannot be.
  bool run_set_up(Strategy& strategy, const ExecutionOptions& options, Recording& recording);
  // An execution, and everything put back. False: something could not be.
  bool execute(Strategy& strategy, const ExecutionOptions& options, Recording& recording);
  // It has met what the image does not have: the next worker has it.
  bool has_grown(const Recording& recording) const;
  // How many names of memory executions have found before they begin.
  std::uint64_t discoveries_at_start() const { return resumes_ ? mark_.discoveries_count : 0; }
  // The first byte that was not put back, or 0.
  std::uint64_t first_difference() const { return image_.first_difference(); }

 private:
  void enter(Strategy& strategy, const ExecutionOptions& options, Recording& recording);
  void resume(Strategy& strategy, const ExecutionOptions& options, Recording& recording);

  void (*program_)();
  Stack stack_;
  Image image_;
  KernelState kernel_;
  std::size_t contexts_ = 0;  // in the image; 0: there is none yet
  Context loop_;              // where executions end
  // With the set-up left out: where each execution starts, and what it has recorded by then.
  bool resumes_ = false;
  Context start_;
  RecordingCounters mark_;
  shadow_stacks::Kept set_up_frames_;
};

}  // namespace heddle::runtime
