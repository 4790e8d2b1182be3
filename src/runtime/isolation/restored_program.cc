#include "runtime/isolation/restored_program.h"

#include <sys/wait.h>

#include "runtime/arch/raw_syscall.h"
#include "runtime/isolation/child_process.h"
#include "runtime/isolation/left_out.h"
#include "runtime/isolation/main_thread.h"
#include "runtime/isolation/setup.h"
#include "runtime/state/finish.h"

namespace heddle::runtime {

namespace {

Context* worker_loop = nullptr;

void back_to_worker() {
  heddle_load(worker_loop);
}

Context* start = nullptr;

void stop_at_first_thread() {
  before_first_thread = nullptr;
  hot.active = false;
  start->thread_pointer = reinterpret_cast<std::uint64_t>(thread_pointer());
  heddle_switch(start, worker_loop);
}

}  // namespace

std::string RestoredProgram::take_image(std::size_t contexts) {
  context_pool().fill(contexts);
  if (contexts_ == context_pool().size()) return {};
  if (std::string problem = image_.take(); !problem.empty()) return problem;  // replaced by run_set_up()
  if (!kernel_.take()) return "too many files are open";
  contexts_ = context_pool().size();
  return {};
}

std::string RestoredProgram::begin() {
  std::string problem = kernel_.begin();
  return problem.empty() ? image_.begin() : problem;
}

// The program from its start; returns when the execution is over.
void RestoredProgram::enter(Strategy& strategy, const ExecutionOptions& options, Recording& recording) {
  worker_loop = &loop_;
  loop_.thread_pointer = reinterpret_cast<std::uint64_t>(thread_pointer());
  Context entry;
  begin_program(strategy, options, recording, stack_);
  finish_execution = back_to_worker;
  process_goes_on = true;
  make_context(entry, stack_.high(), program_);
  hot.active = true;
  heddle_switch(&loop_, &entry);
  lifetime_of_new_memory = Lifetime::kLasting;
}

void RestoredProgram::resume(Strategy& strategy, const ExecutionOptions& options, Recording& recording) {
  recording.reset(mark_);
  set_up_frames_.put_back();
  scheduler().become(strategy, options);
  lifetime_of_new_memory = Lifetime::kExecution;
  hot.active = true;
  heddle_switch(&loop_, &start_);
  lifetime_of_new_memory = Lifetime::kLasting;
}

// What was learnt since the image was taken would have changed the set-up's events: then a new worker takes a
// new one.
bool RestoredProgram::run_set_up(Strategy& strategy, const ExecutionOptions& options, Recording& recording) {
  if (!kernel_.begin().empty()) return false;
  start = &start_;
  before_first_thread = stop_at_first_thread;
  enter(strategy, options, recording);
  const bool came_there = before_first_thread == nullptr;
  if (!came_there || !image_.take().empty() || !kernel_.take_again()) return false;
  resumes_ = true;
  mark_ = recording;
  set_up_frames_.keep(scheduler().current());
  const long child = fork_child();
  if (child == 0) return true;
  for (int status; raw_syscall(SYS_wait4, child, &status, 0, nullptr) == -EINTR;) {
  }
  leave_process(0);
}

bool RestoredProgram::execute(Strategy& strategy, const ExecutionOptions& options, Recording& recording) {
  image_.before_execution();
  if (resumes_)
    resume(strategy, options, recording);
  else
    enter(strategy, options, recording);
  kernel_.note_changes();
  image_.restore();
  const bool restored = kernel_.restore(image_.has_faulted());
  if (!is_left_out("contexts")) context_pool().renew();
  return restored;
}

bool RestoredProgram::has_grown(const Recording& recording) const {
  const bool learnt = resumes_ && recording.discoveries_count != mark_.discoveries_count;
  return learnt || context_pool().size() != contexts_;
}

}  // namespace heddle::runtime
