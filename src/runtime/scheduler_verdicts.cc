// How an execution ends before its program does: deadlock, a failure that somebody else noticed, a
// schedule that cannot be followed.
#include <algorithm>

#include "detect/deadlock.h"
#include "event/failure_wire.h"
#include "runtime/debugger.h"
#include "runtime/failure_report.h"
#include "runtime/finish.h"
#include "runtime/scheduler.h"
#include "runtime/stray_thread.h"

namespace heddle::runtime {

ThreadId Scheduler::waits_for(ThreadId id) const {
  const Thread& thread = *threads_[id];
  if (thread.enabled || thread.finished || thread.timed || thread.condition == nullptr) return kNoThread;
  return thread.condition->waits_for == nullptr ? kNoThread : thread.condition->waits_for(thread);
}

void Scheduler::check_cycle(Thread& thread) {
  std::vector<ThreadId> cycle =
      wait_cycle(thread.id, threads_.size(), [this](ThreadId id) { return waits_for(id); });
  if (cycle.empty()) return;
  Failure failure;
  failure.kind = FailureKind::kDeadlock;
  failure.thread = thread.id;
  failure.site = thread.next.site;
  failure.shape = enabled_.empty() ? DeadlockShape::kCycle : DeadlockShape::kPartialCycle;
  failure.cycle = std::move(cycle);
  fail(std::move(failure));
}

void Scheduler::note_lost_signal(std::uint64_t condition_variable, SiteId site) {
  lost_signals_[condition_variable] = {site, current().id};
}

void Scheduler::deadlocked() {
  if (stray::exist()) refuse(stray::kMayHelp, current().next.site);
  std::vector<Waiter> waiters;
  ThreadId first = kNoThread;
  for (const Thread* thread : threads_) {
    waiters.push_back(
        {thread->finished, !thread->finished, thread->timed, thread->next.kind, waits_for(thread->id)});
    if (!thread->finished && first == kNoThread) first = thread->id;
  }
  const auto lost_signal = [this](ThreadId id) {
    const Thread& thread = *threads_[id];
    return thread.next.kind == OperationKind::kWake && lost_signals_.contains(thread.next.address);
  };
  DeadlockVerdict verdict = classify_deadlock(waiters, lost_signal);
  Failure failure;
  failure.kind = FailureKind::kDeadlock;
  failure.shape = verdict.shape;
  failure.cycle = std::move(verdict.cycle);
  failure.thread = failure.cycle.empty() ? first : failure.cycle.front();
  for (const Thread* thread : threads_) {
    if (verdict.shape != DeadlockShape::kLostWakeup || thread->finished || !lost_signal(thread->id)) continue;
    const LostSignal& lost = lost_signals_.at(thread->next.address);
    failure.thread = thread->id;
    failure.lost_signal_site = lost.site;
    failure.lost_signal_thread = lost.thread;
    break;
  }
  failure.site = threads_[failure.thread]->next.site;
  fail(std::move(failure));
}

void Scheduler::waited_in_vain() {
  Failure failure;
  failure.kind = FailureKind::kLivelock;
  failure.text = "nothing came from another process within the real-time limit";
  for (const Thread* thread : threads_) {
    if (thread->outside == nullptr) continue;
    failure.thread = thread->id;
    failure.site = thread->next.site;
    break;
  }
  fail(std::move(failure));
}

void Scheduler::strategy_gave_up() {
  const Divergence* divergence = strategy_->divergence();
  if (divergence == nullptr) end(End::kAbandoned);
  if (divergence->schedule_ended && options_.livelock_at_end) {
    const auto waits = [this](const Candidate& each) { return threads_[each.thread]->outside != nullptr; };
    if (std::all_of(enabled_.begin(), enabled_.end(), waits)) waited_in_vain();
    livelocked(options_.livelock);
  }
  if (debugged) show_divergence(*divergence);
  Writer writer;
  put(writer, *divergence);
  store_report(writer);
  end(End::kDiverged);
}

void Scheduler::record_failure(Failure failure) {
  const ThreadId thread = failure.thread;
  note_failure(std::move(failure));
  show_to_debugger(*threads_[thread]);
}

void Scheduler::withdraw_failure(const RecordingCounters& before) {
  const std::uint32_t time_is_up = hot.recording->time_is_up;
  static_cast<RecordingCounters&>(*hot.recording) = before;
  hot.recording->time_is_up = time_is_up;
  values_.read_again();
}

void Scheduler::note_failure(Failure failure) {
  failed_in_operation();
  flush_private_steps();
  failure.step = hot.recording->steps;
  describe_threads(failure, threads_, [this](ThreadId id) { return waits_for(id); });
  Writer writer;
  put(writer, failure);
  store_report(writer);
  hot.recording->end = End::kFailed;
}

void Scheduler::fail(Failure failure) {
  record_failure(std::move(failure));
  end(End::kFailed);
}

void Scheduler::refuse(const char* why, SiteId site) {
  Failure failure;
  failure.thread = current().id;
  failure.site = site;
  failure.text = why;
  record_failure(std::move(failure));
  end(End::kRefused);
}

void Scheduler::leave_for_good() {
  values_.settle();
  flush_private_steps();
  hot.recording->end_run(kMainThread);
  leave();
}

void Scheduler::end(End how) {
  leave_for_good();
  hot.recording->end = how;
  finish_execution();
  __builtin_unreachable();
}

}  // namespace heddle::runtime
