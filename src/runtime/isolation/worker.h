// What a worker does: it runs executions, and passes them on to the explorer through its ring. It is a copy of
// the explorer, made in the middle of the search's loop, which goes on in it: the search learns here as it does
// there.
//   in step       one worker runs every execution, and passes on each.
//   side by side  several workers share the executions out (allotment.h). Of those that are no news to anybody,
//                 only a sum is passed on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "runtime/isolation/allotment.h"
#include "runtime/isolation/restored_program.h"
#include "runtime/isolation/surroundings.h"
#include "runtime/isolation/worker_link.h"
#include "search/executor.h"

namespace heddle::runtime {

class Worker {
 public:
  Worker(RestoredProgram& program, ProgramSurroundings& surroundings)
      : program_(program), surroundings_(surroundings) {}

  // In the new process, before anything else. `before`: executions of earlier tasks (Worker::is_audited).
  void begin(WorkerLink& link, Executor::Role role, bool may_skip_set_up, std::uint64_t before);
  // Side by side: which share is its own, and what it begins with.
  void share(Allotment& allotment, std::size_t number, Piece first);

  bool is_here() const { return link_ != nullptr; }
  Executor::Role role() const { return role_; }

  const Execution& run(Strategy& strategy, const ExecutionOptions& options);
  // Of the executions from `next` on, those that are not its own.
  void pass(const ExecutionOptions& next, Passed& passed);
  // Behind each execution.
  void learnt(const Execution& execution, Lesson lesson, bool tells);
  // It has not come to the end of what it took.
  bool is_in_piece() const { return next_ < piece_.end; }
  [[noreturn]] void leave();

 private:
  void set_up(Strategy& strategy, const ExecutionOptions& options);
  void hand_over(bool asked_for_events, Lesson lesson);
  void hand_over_sum();
  Finished::Retirement why_to_retire(bool restored) const;
  [[noreturn]] void leave_with(Finished::Content content, const std::string& text);

  RestoredProgram& program_;
  ProgramSurroundings& surroundings_;
  WorkerLink* link_ = nullptr;  // null: this process is no worker
  Executor::Role role_ = Executor::Role::kWhole;
  bool may_skip_set_up_ = false;
  bool is_set_up_ = false;
  std::uint64_t before_ = 0;
  Execution execution_;
  bool asked_for_events_ = false;  // by the search
  Finished::Retirement retirement_ = Finished::Retirement::kNone;
  bool is_audited_ = false;
  std::uint64_t left_behind_ = 0;

  // Side by side.
  Allotment* allotment_ = nullptr;
  std::size_t number_ = 0;
  Piece piece_;
  std::uint64_t next_ = 0;  // execution of the piece
  Passed sum_;              // what has not been passed on yet
};

}  // namespace heddle::runtime
