// How an execution ends before its program does: deadlock, livelock, a failure that another part noticed, a
// schedule that cannot be followed.
#include <algorithm>
#include <string>

#include "detect/deadlock.h"
#include "event/failure_wire.h"
#include "runtime/engine/failure_report.h"
#include "runtime/engine/scheduler.h"
#include "runtime/naming/call_site.h"
#include "runtime/naming/names.h"
#include "runtime/state/finish.h"

namespace heddle::runtime {

namespace {

// What a deadlock's verdict assumes, where threads wait at a socket that listens.
constexpr const char* kNoStranger = "no other process connects to the program";

constexpr const char* kStrayMayHelp =
    "no thread can go on, but there is one that Heddle did not make: it was started by a system call "
    "(clone), or "
    "inside a library that does not call pthread_create; what such threads do cannot be repeated";

}  // namespace

ThreadId Scheduler::waits_for(ThreadId id) const {
  const Thread& thread = *program_.threads[id];
  if (thread.enabled || thread.finished || thread.timed || thread.condition == nullptr) return kNoThread;
  if (thread.condition->waits_for == nullptr) return kNoThread;
  const ThreadId holder = thread.condition->waits_for(thread);
  // The program may have overwritten its lock.
  return holder < program_.threads.size() ? holder : kNoThread;
}

// Where the others go on first, cycles are looked for when they have.
void Scheduler::check_cycle(Thread& thread) {
  if (!needs_.whole) fail_in_cycle(thread);
}

void Scheduler::check_all_for_cycles() {
  for (Thread* thread : program_.threads) fail_in_cycle(*thread);
}

void Scheduler::fail_in_cycle(Thread& thread) {
  std::vector<ThreadId> cycle =
      wait_cycle(thread.id, program_.threads.size(), [this](ThreadId id) { return waits_for(id); });
  if (cycle.empty()) return;
  Failure failure;
  failure.kind = FailureKind::kDeadlock;
  failure.thread = thread.id;
  failure.site = thread.next.site;
  failure.shape = enabled_.empty() ? DeadlockShape::kCycle : DeadlockShape::kPartialCycle;
  failure.cycle = std::move(cycle);
  fail(std::move(failure));
}

// Only the accesses that are events tell what a thread tested. Where they are not, no signal is called lost.
std::optional<LostSignal> Scheduler::lost_signal(const Thread& thread) const {
  const Recording& recording = *hot.recording;
  const Module* module = load_map().table().find(thread.next.site);
  const bool sees_tests = program_.options.granularity != Granularity::kSync && !recording.truncated &&
                          !program_.options.only_in_region && module != nullptr && module->instrumented;
  if (thread.finished || thread.timed || thread.wait_mutex == 0 || !sees_tests) return std::nullopt;
  return find_lost_signal(recording.recorded_events(),
                          {thread.id, thread.next.location, locate(thread.wait_mutex)});
}

void Scheduler::refuse_if_strays_may_help() {
  if (services_.strays.exist()) refuse(kStrayMayHelp, current().next.site);
}

void Scheduler::deadlocked() {
  refuse_if_strays_may_help();
  std::vector<Waiter> waiters;
  for (const Thread* thread : program_.threads)
    waiters.push_back(
        {thread->finished, !thread->finished, thread->timed, thread->next.kind, waits_for(thread->id)});
  std::optional<LostSignal> lost;
  DeadlockVerdict verdict = classify_deadlock(waiters, [&](ThreadId id) {
    lost = lost_signal(*program_.threads[id]);
    return lost.has_value();
  });
  Failure failure;
  failure.kind = FailureKind::kDeadlock;
  failure.shape = verdict.shape;
  failure.cycle = std::move(verdict.cycle);
  failure.thread = verdict.thread == kNoThread ? kMainThread : verdict.thread;
  if (verdict.shape == DeadlockShape::kLostWakeup) {
    failure.lost_signal_site = lost->site;
    failure.lost_signal_thread = lost->thread;
  }
  failure.site = program_.threads[failure.thread]->next.site;
  if (waiting_outside != 0 && services_.outside.assumes_no_stranger()) failure.text = kNoStranger;
  fail(std::move(failure));
}

void Scheduler::livelocked(const LivelockVerdict& verdict) {
  refuse_if_strays_may_help();
  Failure failure;
  failure.kind = FailureKind::kLivelock;
  failure.thread = current().id;
  failure.text = to_text(verdict);
  // Where the last steps were spent; the most frequent first would depend on luck, so they are sorted by
  // place.
  constexpr std::size_t kWindow = 1000, kShown = 8;
  const Recording& recording = *hot.recording;
  const std::size_t count = recording.events_count;
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
  const ThreadDescriber describer(services_.memory);
  for (const Thread* thread : program_.threads) {
    const bool is_running = thread == hot.current;
    failure.threads.push_back(describer.describe(*thread, waits_for(thread->id), Unwinding::kNo));
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
  failure.text = services_.outside.has_driver()
                     ? "the driver neither ended nor sent anything within the real-time limit"
                     : "nothing came from another process within the real-time limit";
  for (const Thread* thread : program_.threads) {
    if (thread->outside == nullptr) continue;
    failure.thread = thread->id;
    failure.site = thread->next.site;
    break;
  }
  fail(std::move(failure));
}

bool Scheduler::only_waits() const {
  return waiting_outside != 0 && std::all_of(enabled_.begin(), enabled_.end(), [this](const Candidate& each) {
           const Thread& thread = *program_.threads[each.thread];
           return thread.timed && !is_ready(thread);
         });
}

void Scheduler::strategy_gave_up() {
  const Divergence* divergence = strategy_->facets().divergence;
  if (divergence == nullptr) end(End::kAbandoned);
  if (divergence->schedule_ended && services_.outside.is_left_alone() && only_waits()) end(End::kCompleted);
  if (divergence->schedule_ended && program_.options.livelock_at_end) {
    const auto waits = [this](const Candidate& each) {
      return program_.threads[each.thread]->outside != nullptr;
    };
    if (std::all_of(enabled_.begin(), enabled_.end(), waits)) waited_in_vain();
    livelocked(program_.options.livelock);
  }
  if (services_.debugger.is_watching()) services_.debugger.show_divergence(*divergence);
  Writer writer;
  put(writer, *divergence);
  store_report(writer);
  end(End::kDiverged);
}

void Scheduler::record_failure(Failure failure) {
  // The program went on to its end after it failed (a wrong exit status): what its exit handlers do wrong
  // comes after that, and often from it.
  if (failure.kind != FailureKind::kNone && hot.recording->end == End::kFailed) return;
  const ThreadId thread = failure.thread;
  note_failure(std::move(failure));
  show_to_debugger(*program_.threads[thread]);
}

void Scheduler::withdraw_failure(const RecordingCounters& before) {
  const TimeIsUp time_is_up = hot.recording->time_is_up;
  static_cast<RecordingCounters&>(*hot.recording) = before;
  hot.recording->time_is_up = time_is_up;
  values_.read_again();
}

void Scheduler::note_failure(Failure failure) {
  failed_in_operation();
  flush_private_steps();
  failure.step = hot.recording->steps;
  ThreadDescriber(services_.memory).describe_all(failure, [this](ThreadId id) { return waits_for(id); });
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

void Scheduler::own_mistake(const char* what) {
  const std::string text = std::string("a mistake of Heddle's own, please report it: ") + what;
  refuse(text.c_str(), current().next.site);
}

// What threads are about to do, and whether they can. Of the one that runs it is what it did last.
void Scheduler::record_pending() {
  Recording& recording = *hot.recording;
  recording.pending_count = 0;
  for (const Thread* thread : program_.threads)
    if (!thread->finished && recording.pending_count < Most::pending)
      recording.pending[recording.pending_count++] = event_of(*thread, thread->enabled ? 1 : 0);
}

void Scheduler::leave_for_good() {
  values_.settle();
  if (needs_.whole) record_pending();
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
