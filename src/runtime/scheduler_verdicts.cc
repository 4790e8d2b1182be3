// How an execution ends before its program does: deadlock, livelock, a failure that somebody else noticed, a
// schedule that cannot be followed.
#include <algorithm>

#include "detect/deadlock.h"
#include "event/failure_wire.h"
#include "runtime/debugger.h"
#include "runtime/failure_report.h"
#include "runtime/finish.h"
#include "runtime/scheduler.h"

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

void Scheduler::livelocked(const char* why) {
  Failure failure;
  failure.kind = FailureKind::kLivelock;
  failure.thread = current().id;
  failure.text = why;
  // Where the last steps were spent; the most frequent first would depend on luck, so they are sorted by
  // place.
  constexpr std::size_t kWindow = 1000, kShown = 8;
  const Recording& recording = *hot.recording;
  const std::size_t count = recording.event_count;
  for (std::size_t i = count > kWindow ? count - kWindow : 0; i < count; ++i)
    failure.spinning.push_back(recording.events[i].site);
  std::sort(failure.spinning.begin(), failure.spinning.end());
  failure.spinning.erase(std::unique(failure.spinning.begin(), failure.spinning.end()),
                         failure.spinning.end());
  if (failure.spinning.size() > kShown) failure.spinning.resize(kShown);
  failure.site = failure.spinning.empty() ? current().next.site : failure.spinning.front();
  fail(std::move(failure));
}

// No verdict: it may be a livelock that shows as progress, or a program that takes long.
void Scheduler::out_of_time() {
  Failure failure;
  failure.kind = FailureKind::kTimeout;
  failure.thread = current().id;
  failure.site = current().next.site;
  hot.recording->whereabouts = Whereabouts::kAtPoint;
  record_failure(std::move(failure));
  end(End::kStuck);
}

void Scheduler::write_whereabouts(SiteId site) {
  Recording& recording = *hot.recording;
  Failure failure;
  failure.kind = FailureKind::kTimeout;
  failure.thread = current().id;
  failure.site = site;
  failure.step = recording.steps;
  // Switching to other threads, to look at their stacks, is out of the question here.
  const bool instrumented = load_map().program_is_instrumented();
  for (const Thread* thread : threads_) {
    const bool is_running = thread == hot.current;
    failure.threads.push_back(describe(*thread, waits_for(thread->id), Unwinding::kNo));
    if (is_running)
      failure.threads.back().stack = instrumented ? stack_of(*thread, site) : sites_of(unwound_frames());
  }
  Writer writer;
  put(writer, failure);
  store_report(writer);
  recording.end = End::kStuck;
  recording.whereabouts = Whereabouts::kBetweenPoints;
}

void Scheduler::waited_in_vain() {
  if (hot.recording->time_is_up == TimeIsUp::kOfSearch) out_of_time();
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
    livelocked("nothing changes any more");
  }
  if (debugged) show_divergence(*divergence);
  Writer writer;
  put(writer, *divergence);
  store_report(writer);
  end(End::kDiverged);
}

void Scheduler::record_failure(Failure failure) {
  const ThreadId thread = failure.thread;
  flush_private_steps();
  failure.step = hot.recording->steps;
  describe_threads(failure, threads_, [this](ThreadId id) { return waits_for(id); });
  Writer writer;
  put(writer, failure);
  store_report(writer);
  hot.recording->end = End::kFailed;
  show_to_debugger(*threads_[thread]);
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
