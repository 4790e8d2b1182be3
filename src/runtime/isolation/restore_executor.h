// *restore*: workers run the program from its start to its exit again and again; after each execution
// everything that the program changed is put back. As safe as forking: whatever looks unusual is run again in
// a fork, and that counts.
//
// Every worker is a copy of the explorer, made in the middle of the search's loop, that goes on with that
// loop (worker.h). At first one worker runs ahead *in step*: it executes for itself, learns at once, and
// passes every execution on through a ring; in the explorer run() takes the next execution from the ring, so
// that its loop learns the same. When executions teach nothing any more, several workers run *side by side*
// (sharing.h): as long as nothing is learnt, each execution is what it would be if all those before it had
// been run first. The explorer takes them in order; with the first that is news all workers end, and what
// they have run behind it is dropped. So the search is the same for any number of workers, and for workers
// that die.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runtime/isolation/allotment.h"
#include "runtime/isolation/fork_executor.h"
#include "runtime/isolation/restored_program.h"
#include "runtime/isolation/sharing.h"
#include "runtime/isolation/worker.h"
#include "runtime/isolation/worker_link.h"
#include "search/executor.h"

namespace heddle::runtime {

class RestoreExecutor : public Executor {
 public:
  RestoreExecutor(Recording& recording, ForkExecutor& fork, void (*program)(), Progress& progress,
                  ProgramSurroundings& surroundings);

  // Of the next search: at most so many workers.
  void set_jobs(unsigned jobs);

  const Execution& run(Strategy& strategy, const ExecutionOptions& options) override;
  Role role() const override { return worker_.role(); }
  void pass(const ExecutionOptions& next, const Ahead& ahead, Passed& passed) override;
  void learnt(const Execution& execution, Lesson lesson, bool tells) override;

  // In the explorer: whether a worker runs ahead, or has left something to be taken. Waits until one of both
  // is certain. In a worker: whether it has to go on although the search is to stop.
  bool has_more();
  // Otherwise another process does.
  bool shows_progress() const;
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
  // Why there was never more than one worker at a time; empty: there was, or nothing stands in the way.
  std::string why_alone() const;
  bool saw_threads() const { return saw_threads_; }
  std::string written_file() const;
  bool uses_outside() const { return uses_outside_; }

 private:
  // The explorer's side.
  bool can_restore(const ExecutionOptions& options) const;
  bool prepare();
  bool start_in_step();
  const Execution& receive(Strategy& strategy, const ExecutionOptions& options);
  const Execution& receive_large(Strategy& strategy, const ExecutionOptions& options);
  const Execution& receive_nothing(Strategy& strategy, const ExecutionOptions& options);
  const Execution& do_without(Strategy& strategy, const ExecutionOptions& options);
  const Execution& run_forked(Strategy& strategy, const ExecutionOptions& options);
  const Execution& receive_stuck(Strategy& strategy, const ExecutionOptions& options);
  const Execution& judge_stuck(Strategy& strategy, const ExecutionOptions& options);
  bool is_usual(const Execution& execution) const;
  void read_stuck(const ExecutionOptions& options);
  void wait_for(WorkerLink& link, const ExecutionOptions& options);
  void accept(const ExecutionOptions& options);
  void suspect(const std::string& reason);
  void end_workers(bool by_force);
  void count_end_of_worker(const std::string& reason);

  // Side by side.
  bool begin_sharing(const ExecutionOptions& next, const Ahead& ahead);
  bool is_drained(const ExecutionOptions& next);
  bool start_share(std::size_t number, Piece first);
  bool come_to(const ExecutionOptions& next);
  std::size_t number_of(const WorkerLink& wanted) const;
  void look_at_answer(const ExecutionOptions& next, Passed& passed);
  void take_sum(const ExecutionOptions& next, const Passed& sum, Passed& passed);
  bool shares_more();
  void end_sharing();

  ForkExecutor& fork_;
  Progress& progress_;
  ProgramSurroundings& surroundings_;
  RestoredProgram program_;
  Worker worker_;
  std::vector<std::unique_ptr<WorkerLink>> links_;  // the first one is in step, too
  Allotment* allotment_;
  unsigned jobs_ = 1;
  Execution execution_;
  bool saw_threads_ = false;

  // What has arrived and is to be looked at next, and from whom.
  WorkerLink* link_ = nullptr;
  WorkerLink::Answer answer_ = WorkerLink::Answer::kNone;
  Finished finished_{};
  FinishedArrays arrays_;

  std::uint64_t ends_ = 0;       // of workers that might have gone on
  std::uint64_t too_large_ = 0;  // executions that could not be passed on
  std::uint64_t received_ = 0;   // executions of all workers
  std::uint64_t received_from_worker_ = 0;
  std::uint64_t received_before_ = 0;  // ... when the program did something else
  std::set<std::uint64_t> verified_;   // failures that happened in a fork too, by signature
  std::string fallback_;
  std::uint64_t suspected_ = 0;
  bool needs_set_up_ = false;  // it cannot be left out

  Sharing sharing_;
  bool is_sharing_ = false;
  bool is_called_back_ = false;  // the worker in step
  bool uses_outside_ = false;    // executions must not run at the same time
  bool has_shared_ = false;      // in this search
  bool learns_always_ = false;   // the strategy, from the last execution, too
  std::uint64_t next_ = 0;       // execution that is to be taken
  std::uint64_t shared_from_ = 0;
  // As it was behind the last execution.
  std::uint64_t contexts_ = 0;
  std::uint64_t knowledge_ = 0;
  std::uint64_t in_step_since_ = 0;  // nanoseconds
  std::uint64_t received_in_step_ = 0;
};

}  // namespace heddle::runtime
