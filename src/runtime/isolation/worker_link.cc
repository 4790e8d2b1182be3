#include "runtime/isolation/worker_link.h"

#include <sys/wait.h>
#include <csignal>

#include "runtime/arch/raw_syscall.h"
#include "runtime/isolation/read_recording.h"
#include "runtime/isolation/time_limit.h"
#include "runtime/services/program_state.h"

namespace heddle::runtime {

std::unique_ptr<WorkerLink> WorkerLink::make(Recording* recording) {
  FinishedRing* const ring = FinishedRing::map();
  if (recording == nullptr) recording = map_recording();
  if (ring == nullptr || recording == nullptr) return nullptr;
  program_state::leave_out(ring);
  return std::make_unique<WorkerLink>(*ring, *recording);
}

void WorkerLink::begin() {
  wait_for_dismissed();
  ring_.reset();
  recording_.reset();
}

bool WorkerLink::is_over() {
  int status = 0;
  if (raw_syscall(SYS_wait4, process_, &status, WNOHANG, nullptr) != process_) return false;
  process_ = 0;
  return true;
}

WorkerLink::Answer WorkerLink::wait(const ExecutionOptions& options, Progress& progress) {
  ring_.give_back();
  stuck_after_ = 0;
  if (!ring_.is_empty()) return Answer::kEntry;
  TimeLimit limit(recording_, options, progress);
  std::uint64_t seen = ring_.started();
  while (ring_.is_empty() && !ring_.is_closed() && process_ > 0) {
    ring_.wait(kLookMilliseconds);
    if (!ring_.is_empty() || ring_.is_closed()) break;
    if (is_over()) {
      if (!limit.was_reached()) break;
      stuck_after_ = limit.elapsed_milliseconds();
      return Answer::kStuck;
    }
    if (ring_.started() != seen) {
      seen = ring_.started();
      limit.restart();
    }
    limit.look(process_of_executions());
    if (limit.was_reached()) stuck_after_ = limit.elapsed_milliseconds();
  }
  return ring_.is_empty() ? Answer::kGone : Answer::kEntry;
}

bool WorkerLink::look() {
  ring_.give_back();
  if (!ring_.is_empty() || ring_.is_closed() || process_ <= 0 || is_over()) return false;
  ring_.wait(kLookMilliseconds);
  return true;
}

// Where a process keeps the image, its child runs the executions.
long WorkerLink::process_of_executions() const {
  return ring_.worker() > 0 ? ring_.worker() : process_;
}

void WorkerLink::wait_for_end(long process) {
  for (int status; raw_syscall(SYS_wait4, process, &status, 0, nullptr) == -EINTR;) {
  }
}

void WorkerLink::end(bool by_force) {
  if (process_ <= 0) return;
  // One that keeps the image ends when its child has ended.
  if (by_force) raw_syscall(SYS_kill, process_of_executions(), SIGKILL);
  wait_for_end(process_);
  process_ = 0;
}

void WorkerLink::dismiss() {
  if (process_ <= 0) return;
  raw_syscall(SYS_kill, process_of_executions(), SIGKILL);
  dismissed_ = process_;
  process_ = 0;
}

void WorkerLink::wait_for_dismissed() {
  if (dismissed_ <= 0) return;
  wait_for_end(dismissed_);
  dismissed_ = 0;
}

}  // namespace heddle::runtime
