// *fork*: every execution is a child of its own, so that a crashed one can corrupt nothing.
#pragma once

#include <atomic>

#include "runtime/arch/context.h"
#include "runtime/isolation/snapshot.h"
#include "runtime/isolation/surroundings.h"
#include "runtime/memory/stacks.h"
#include "runtime/state/recording.h"
#include "search/executor.h"
#include "search/messages.h"

namespace heddle::runtime {

inline constexpr std::size_t kContextsAtFirst = 2;

// The program starts from the beginning on the given stack, in this process, and never comes back.
[[noreturn]] void enter_program(Strategy& strategy, const ExecutionOptions& options, Recording& recording,
                                const Stack& stack, void (*program)());

class ForkExecutor : public Executor {
 public:
  // `program` is called in each child, on a stack of its own; output goes to `output` where it is captured.
  // Main threads run on `stack`.
  ForkExecutor(Recording& recording, void (*program)(), int output, Progress& progress, const Stack& stack,
               ProgramSurroundings& surroundings)
      : recording_(recording),
        program_(program),
        output_(output),
        progress_(progress),
        stack_(stack),
        surroundings_(surroundings) {}

  const Execution& run(Strategy& strategy, const ExecutionOptions& options) override;
  // Executions begin there from now on, not at the program's start. Empty, or why that cannot be; then this
  // process is of no more use.
  std::string begin_at(const ProgramPlace& place, const ExecutionOptions& options);
  // Any execution had more than its main thread.
  bool saw_threads() const { return saw_threads_; }
  std::string written_file() const;
  // The last execution used what others at the same time might use, too.
  bool uses_outside() const;
  // What the main thread of every execution runs on.
  const Stack& main_stack() const { return stack_; }
  // How many contexts executions have needed so far.
  std::size_t contexts() const { return contexts_; }
  void note_threads(std::size_t threads) {
    if (threads > contexts_ + 1) contexts_ = threads - 1;
  }

 private:
  enum class Input : std::uint8_t { kNotLookedAt, kIsRewound, kIsOpenedAgain };

  const Execution& run_once(Strategy& strategy, const ExecutionOptions& options);
  void prepare_input();
  void put_input_back();
  [[noreturn]] void start_program(Strategy& strategy, const ExecutionOptions& options);
  int wait_for(long child, const ExecutionOptions& options);
  void judge(int status);
  const Execution& refuse(const std::string& problem, const ExecutionOptions& options);

  Recording& recording_;
  void (*program_)();
  int output_;
  Progress& progress_;
  Stack stack_;
  ProgramSurroundings& surroundings_;
  Snapshot snapshot_;
  Execution execution_;
  bool saw_threads_ = false;
  std::uint64_t stuck_after_ = 0;  // milliseconds, where the last execution was ended because its time was up
  std::size_t contexts_ = kContextsAtFirst;
  Input input_ = Input::kNotLookedAt;
  long input_flags_ = 0;
};

}  // namespace heddle::runtime
