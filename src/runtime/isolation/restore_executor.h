// *restore*: a worker runs the program from its start to its exit again and again; after each execution
// everything that the program changed is put back. As safe as forking: whatever looks unusual is run again in
// a fork, and that counts.
//
// Explorer and worker run the same search in step. The worker is a copy of the explorer, made in the middle
// of run(): it goes on with the loop that called run(), executes for itself, learns at once, and passes every
// execution on through a ring. In the explorer run() takes the next execution from the ring, so that its loop
// learns the same. When a worker is lost, the explorer stands where the worker stood, and makes the next one.
#pragma once

#include <atomic>
#include <set>
#include <string>

#include "runtime/isolation/finished_ring.h"
#include "runtime/isolation/fork_executor.h"
#include "runtime/isolation/image.h"
#include "runtime/isolation/kernel_state.h"
#include "runtime/services/shadow_stacks.h"
#include "search/executor.h"

namespace heddle::runtime {

class RestoreExecutor : public Executor {
 public:
  RestoreExecutor(Recording& recording, ForkExecutor& fork, void (*program)(), Progress& progress,
                  ProgramSurroundings& surroundings);

  const Execution& run(Strategy& strategy, const ExecutionOptions& options) override;

  // In the explorer: whether a worker runs ahead, or has left something to be taken. Waits until one of both
  // is certain.
  bool has_more();
  bool runs_ahead() const override { return is_worker_; }
  bool has_worker() const { return worker_ > 0; }
  // The search is over or pauses. A worker ends here.
  void pause();
  // Nothing of a search that is over is left after this.
  void wait_for_dismissed();
  // What was learnt about the program's executions does not hold for those to come.
  void forget_program();

  // Why executions are forked nevertheless; empty: they are not.
  const std::string& fallback() const { return fallback_; }
  // Executions that went differently in a fork.
  std::uint64_t suspected() const { return suspected_; }
  bool saw_threads() const { return saw_threads_; }
  std::string written_file() const;

 private:
  // The explorer's side.
  bool prepare(const ExecutionOptions& options);
  bool start_worker();
  const Execution& receive(Strategy& strategy, const ExecutionOptions& options);
  const Execution& receive_large(Strategy& strategy, const ExecutionOptions& options);
  const Execution& do_without(const Finished& finished, Strategy& strategy, const ExecutionOptions& options);
  const Execution& run_forked(Strategy& strategy, const ExecutionOptions& options);
  bool wait_for_worker(const ExecutionOptions& options);
  long process_of_worker() const;
  const Execution& receive_stuck(Strategy& strategy, const ExecutionOptions& options);
  const Execution& judge_stuck(Strategy& strategy, const ExecutionOptions& options);
  bool is_usual(const ExecutionFacts& finished);
  void accept(const Finished& finished, const FinishedArrays& arrays, const ExecutionOptions& options);
  void suspect(const std::string& reason);
  void end_worker(bool by_force);
  void dismiss_worker();
  void count_end_of_worker(const std::string& reason);

  // The worker's side.
  void begin_worker();
  void run_set_up(Strategy& strategy, const ExecutionOptions& options);
  void enter(Strategy& strategy, const ExecutionOptions& options);
  void resume(Strategy& strategy, const ExecutionOptions& options);
  const Execution& execute(Strategy& strategy, const ExecutionOptions& options);
  Finished::Retirement why_to_retire(bool restored) const;
  void hand_over(bool asked_for_events, Finished::Retirement retirement);
  [[noreturn]] void leave();
  [[noreturn]] void leave_with(Finished::Content content, const std::string& text);

  Recording& recording_;
  ForkExecutor& fork_;
  void (*program_)();
  Progress& progress_;
  ProgramSurroundings& surroundings_;
  FinishedRing* ring_;
  Image image_;
  KernelState kernel_;
  Execution execution_;
  bool saw_threads_ = false;
  bool is_worker_ = false;

  long worker_ = 0;                    // its process id
  long dismissed_ = 0;                 // one that was ended, and not waited for
  std::size_t contexts_in_image_ = 0;  // 0: there is no image yet
  std::uint64_t ends_ = 0;             // of workers that might have gone on
  std::uint64_t too_large_ = 0;        // executions that could not be passed on
  std::uint64_t received_ = 0;         // executions of all workers
  std::uint64_t received_from_worker_ = 0;
  std::uint64_t stuck_after_ = 0;      // milliseconds, of an execution whose time was up
  std::uint64_t received_before_ = 0;  // ... when the program did something else
  std::set<std::uint64_t> verified_;   // failures that happened in a fork too, by signature
  std::string fallback_;
  std::uint64_t suspected_ = 0;

  Context loop_;  // where the worker's executions end
  // With the set-up left out: where each execution starts, and what it has recorded by then.
  bool needs_set_up_ = false;  // it cannot be left out
  bool resumes_ = false;
  Context start_;
  RecordingCounters mark_;
  shadow_stacks::Kept set_up_frames_;
};

}  // namespace heddle::runtime
