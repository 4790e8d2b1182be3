#include "runtime/isolation/fork_executor.h"

#include <fcntl.h>
#include <sys/stat.h>
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
#include "runtime/interpose/random.h"
#include "runtime/isolation/child_process.h"
#include "runtime/isolation/learning.h"
#include "runtime/isolation/main_thread.h"
#include "runtime/isolation/own_descriptors.h"
#include "runtime/isolation/read_recording.h"
#include "runtime/isolation/setup.h"
#include "runtime/isolation/time_limit.h"
#include "runtime/memory/shadow.h"
#include "runtime/naming/load_map.h"
#include "runtime/naming/loaded_modules.h"
#include "runtime/services/kernel_answers.h"
#include "runtime/services/opaque_code.h"
#include "runtime/services/shadow_stacks.h"
#include "runtime/state/finish.h"
#include "runtime/system/real.h"

namespace heddle::runtime {

namespace {

void leave_child() {
  leave_process(0);
}

}  // namespace

// A process that was killed from outside says nothing about the program: another one does the same. All of
// the execution happened in it, so nothing here has changed.
const Execution& ForkExecutor::run(Strategy& strategy, const ExecutionOptions& options) {
  constexpr int kAttempts = 3;
  for (int attempt = 1; attempt < kAttempts; ++attempt)
    if (run_once(strategy, options).end != End::kLost) return execution_;
  return run_once(strategy, options);
}

const Execution& ForkExecutor::run_once(Strategy& strategy, const ExecutionOptions& options) {
  if (options.carrier == Carrier::kContexts) context_pool().fill(contexts_);
  shadow_stacks::prepare(contexts_ + 1);
  replace_kernels_bytes(options.random_seed);
  prepare_input();
  give_memory_back(recording_, snapshot_.mark());
  recording_.reset(snapshot_.mark());
  snapshot_.rewind_files();
  const std::string problem = surroundings_.prepare(options.capture_output ? output_ : -1);
  if (!problem.empty()) return refuse(problem, options);
  const long child = fork_child();
  if (child == 0 && snapshot_.is_taken()) {
    shadow::never_clear();
    finish_execution = leave_child;
    process_goes_on = false;
    snapshot_.go_on(strategy, options);
  }
  if (child == 0) start_program(strategy, options);
  const int status = wait_for(child, options);
  put_input_back();
  for (std::uint32_t i = 0; i < std::min<std::size_t>(recording_.new_code_count, kMostNewCode); ++i)
    load_map().facts_of(recording_.new_code[i]);
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

// Executions come one after the other, so that each can have the same open file, as it was: one that no other
// explorer has.
void ForkExecutor::prepare_input() {
  if (input_ != Input::kNotLookedAt || snapshot_.is_taken()) return;
  struct stat status{};
  const bool is_file = fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode);
  input_ = is_file && open_again(STDIN_FILENO) ? Input::kIsRewound : Input::kIsOpenedAgain;
  input_flags_ = raw_syscall(SYS_fcntl, STDIN_FILENO, F_GETFL);
}

// At once: the next execution may be a worker's, which takes over what it finds.
void ForkExecutor::put_input_back() {
  if (input_ != Input::kIsRewound || snapshot_.is_taken()) return;
  // A process that the execution has left behind may go on reading.
  if (recording_.irreversible[0] != '\0') input_ = Input::kIsOpenedAgain;
  raw_syscall(SYS_lseek, STDIN_FILENO, 0, SEEK_SET);
  if (raw_syscall(SYS_fcntl, STDIN_FILENO, F_GETFL) != input_flags_)
    raw_syscall(SYS_fcntl, STDIN_FILENO, F_SETFL, input_flags_);
}

void ForkExecutor::start_program(Strategy& strategy, const ExecutionOptions& options) {
  shadow::never_clear();
  // The explorer's own timer. libc's function would be a page more.
  constexpr std::uint64_t kDefaults[8] = {};
  raw_syscall(SYS_rt_sigaction, SIGALRM, kDefaults, nullptr, sizeof(std::uint64_t));
  if (input_ == Input::kIsOpenedAgain && !open_again(STDIN_FILENO)) lseek(STDIN_FILENO, 0, SEEK_SET);
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

bool ForkExecutor::uses_outside() const {
  return recording_.used_outside || recording_.irreversible[0] != '\0' || recording_.written_file[0] != '\0';
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
