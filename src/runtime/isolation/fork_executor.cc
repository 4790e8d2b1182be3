#include "runtime/isolation/fork_executor.h"

#include <fcntl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <span>

#include "runtime/arch/raw_syscall.h"
#include "runtime/engine/scheduler.h"
#include "runtime/interpose/program.h"
#include "runtime/isolation/child_process.h"
#include "runtime/isolation/learning.h"
#include "runtime/isolation/main_thread.h"
#include "runtime/isolation/own_descriptors.h"
#include "runtime/isolation/read_recording.h"
#include "runtime/isolation/setup.h"
#include "runtime/isolation/time_limit.h"
#include "runtime/naming/loaded_modules.h"
#include "runtime/services/kernel_answers.h"
#include "runtime/services/opaque_code.h"
#include "runtime/state/finish.h"
#include "runtime/system/real.h"

namespace heddle::runtime {

namespace {

void leave_child() {
  leave_process(0);
}

}  // namespace

const Execution& ForkExecutor::run(Strategy& strategy, const ExecutionOptions& options) {
  if (options.carrier == Carrier::kContexts) context_pool().fill(contexts_);
  give_memory_back(recording_, snapshot_.mark());
  recording_.reset(snapshot_.mark());
  snapshot_.rewind_files();
  const std::string problem = surroundings_.prepare(options.capture_output ? output_ : -1);
  if (!problem.empty()) return refuse(problem, options);
  const long child = fork_child();
  if (child == 0 && snapshot_.is_taken()) {
    finish_execution = leave_child;
    process_goes_on = false;
    snapshot_.go_on(strategy, options);
  }
  if (child == 0) start_program(strategy, options);
  const int status = wait_for(child, options);
  read_recording(recording_, options, execution_);
  judge(status);
  surroundings_.judge_driver(execution_);
  const std::span<const Discovery> discoveries(recording_.discoveries,
                                               bounded(recording_.discoveries_count, Most::discoveries));
  learn(discoveries, {recording_.modules, bounded(recording_.modules_count, Most::modules)});
  const std::size_t known = std::min<std::size_t>(snapshot_.mark().discoveries_count, discoveries.size());
  if (snapshot_.is_taken()) Snapshot::mark_shared(discoveries.subspan(known));
  note_threads(execution_.threads.size());
  return execution_;
}

std::string ForkExecutor::begin_at(const ProgramPlace& place, const ExecutionOptions& options) {
  if (options.carrier == Carrier::kContexts) context_pool().fill(contexts_);
  return snapshot_.come_to(place, options, recording_, stack_, program_);
}

void ForkExecutor::start_program(Strategy& strategy, const ExecutionOptions& options) {
  struct sigaction defaults{};
  real().sigaction(SIGALRM, &defaults, nullptr);  // the explorer's own timer
  if (!open_again(STDIN_FILENO)) lseek(STDIN_FILENO, 0, SEEK_SET);
  if (options.capture_output) {
    dup2(output_, 1);
    dup2(output_, 2);
  }
  if (options.watch_opaque_code) opaque::watch();
  if (options.watch_answers) kernel_answers::watch();
  enter_program(strategy, options, recording_, stack_, program_);
}

void enter_program(Strategy& strategy, const ExecutionOptions& options, Recording& recording,
                   const Stack& stack, void (*program)()) {
  finish_execution = leave_child;
  begin_program(strategy, options, recording, stack);
  Context entry;
  make_context(entry, stack.high(), program);
  hot.active = true;
  heddle_load(&entry);
}

std::string ForkExecutor::written_file() const {
  const char* const start = recording_.written_file;
  return {start, std::find(start, start + kMaxPath, '\0')};
}

int ForkExecutor::wait_for(long child, const ExecutionOptions& options) {
  if (child < 0) return -1;
  TimeLimit limit(recording_, options, progress_);
  int status = 0;
  stuck_after_ = 0;
  for (;;) {
    // A timer of the explorer interrupts the wait every now and then (explorer.cc).
    const long result = raw_syscall(SYS_wait4, child, &status, 0, nullptr);
    if (limit.was_reached()) stuck_after_ = limit.elapsed_milliseconds();
    if (result == child) return status;
    if (result != -EINTR) return -1;
    limit.look(child);
  }
}

const Execution& ForkExecutor::refuse(const std::string& problem, const ExecutionOptions& options) {
  read_recording(recording_, options, execution_);
  execution_.end = End::kRefused;
  execution_.failure = {};
  execution_.failure.text = problem;
  return execution_;
}

void ForkExecutor::judge(int status) {
  saw_threads_ = saw_threads_ || recording_.origins_count > 1;
  if (execution_.end == End::kStuck) execution_.milliseconds = stuck_after_;
  if (status != -1 && WIFEXITED(status)) execution_.exit_status = WEXITSTATUS(status);
  if (status != -1 && (!WIFSIGNALED(status) || recording_.report_count != 0)) return;
  execution_.end = stuck_after_ != 0 ? End::kStuck : End::kLost;
  execution_.milliseconds = stuck_after_;
  // One that was asked where it is may die of having been interrupted.
  if (status == -1 || stuck_after_ != 0 || WTERMSIG(status) == SIGKILL) return;
  // It died too fast to say how: a crash inside the crash handler, or with the signal blocked.
  execution_.end = End::kFailed;
  execution_.failure.kind = FailureKind::kCrash;
  execution_.failure.code = WTERMSIG(status);
}

}  // namespace heddle::runtime
