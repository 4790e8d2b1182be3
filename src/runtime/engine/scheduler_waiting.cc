// Threads that wait: for a condition, for a deadline, for a signal, or for nothing (spurious wake-ups).
#include <algorithm>
#include <utility>

#include "runtime/engine/scheduler.h"

namespace heddle::runtime {

namespace {

// Points without progress, of all threads together and of each, after which sleeping threads may go on
// although others poll.
constexpr std::uint64_t kIdlePatience = 1000;
constexpr std::uint32_t kIdlePointsOfEach = 100;

// In code that is not instrumented, taking locks and waking threads that do not wait are all that is seen of
// work, and hardly a thread polls by these alone: so many of them count as one point.
constexpr std::uint32_t kLocksForAPoll = 100;

bool is_like_work(OperationKind kind) {
  const auto [act, waits] = std::pair(facts_of(kind).act, facts_of(kind).waits);
  const bool locks = act == OperationAct::kLock || act == OperationAct::kLockShared;
  return (locks && waits != OperationWaits::kNever) || act == OperationAct::kUnlock ||
         act == OperationAct::kNotify || kind == OperationKind::kFutexWake;
}

// A flag of threads, and how many have it.
void set_counted(bool& flag, bool value, Noted<std::size_t>& count) {
  if (flag == value) return;
  flag = value;
  count = value ? count + 1 : count - 1;
}

bool is_cancelled(const Thread& thread) {
  return thread.cancellable && thread.cancel_requested && thread.cancel_enabled;
}

}  // namespace

// The condition is asked last: it looks at `next`, which is not its own while a handler is due, and at the
// object, which must be there. A thread that waits in a frame that is gone goes on, and finds out.
bool Scheduler::is_ready(const Thread& thread) {
  return thread.condition == nullptr || thread.handler_due ||
         (thread.interruptible && thread.was_interrupted) || is_cancelled(thread) ||
         thread.waits_in_left_frame() || thread.condition->ready(thread);
}

void Scheduler::announce_timed(const Operation& operation, const Condition& condition,
                               std::uint64_t deadline) {
  wait(operation, {.condition = condition, .deadline = &deadline});
}

Waited Scheduler::wait(const Operation& operation, const Waiting& waiting) {
  check_caller(operation.site);
  Thread& self = current();
  self.next.become(operation);
  check_object(operation);
  self.condition = &waiting.condition;
  self.interruptible = waiting.interruptible;
  self.cancellable = waiting.cancellable;
  self.was_interrupted = self.must_not_restart = false;
  self.timed = waiting.deadline != nullptr;
  self.may_wake_by_itself = waiting.may_wake_by_itself && program_.options.spurious;
  // A sleep ends some day in any case.
  if (self.timed && operation.kind != OperationKind::kSleep) note_hidden(Hidden::kTimeLimit);
  if (self.may_wake_by_itself) note_hidden(Hidden::kByItself);
  ++conditional_;
  if (self.timed) {
    self.deadline = *waiting.deadline;
    self.waits_since = program_.clock.now();
    ++timed_;
  }
  reconsider(self);
  if (!self.enabled) check_cycle(self);
  values_.settle();
  decide();
  self.in_operation = true;

  Waited result = Waited::kTimedOut;
  if (is_cancelled(self))
    result = Waited::kCancelled;
  else if (waiting.condition.ready(self))
    result = Waited::kReady;
  else if (self.interruptible && self.was_interrupted)
    result = Waited::kInterrupted;
  else if (!self.timed || wakes_early(self))
    result = Waited::kByItself;
  if (result == Waited::kTimedOut) time_out(self);
  set_wakes_by_itself(self, false);
  set_early(self, false);
  self.condition = nullptr;
  self.interruptible = self.cancellable = self.may_wake_by_itself = false;
  --conditional_;
  if (self.timed) {
    self.timed = false;
    --timed_;
  }
  if (timed_ != 0)
    update_timed();
  else
    next_deadline_ = VirtualClock::kNever;
  check_memory(operation);
  return result;
}

void Scheduler::reconsider(Thread& thread) {
  if (thread.timed) {
    update_timed();
    return;
  }
  const bool ready = is_ready(thread);
  set_wakes_by_itself(thread, !ready && thread.may_wake_by_itself);
  set_enabled(thread, ready || thread.may_wake_by_itself);
}

void Scheduler::set_wakes_by_itself(Thread& thread, bool by_itself) {
  set_counted(thread.wakes_by_itself, by_itself, waking_by_themselves_);
}

void Scheduler::set_early(Thread& thread, bool early) {
  set_counted(thread.early, early, early_);
}

void Scheduler::interrupt(Thread& thread) {
  if (thread.handler_due || thread.finished) return;
  thread.interrupted = thread.next;
  thread.handler_due = true;
  thread.next = {OperationKind::kHandleSignal, 0, kNoThread, thread.next.site, kNoLocation, 0};
  set_wakes_by_itself(thread, false);
  set_early(thread, false);
  set_enabled(thread, true);
}

void Scheduler::run_due_handlers() {
  Thread& self = current();
  while (self.handler_due) {
    performed(0, Effect::kProgress);
    self.handler_due = false;
    self.next = self.interrupted;
    if (services_.signals.run_handlers()) self.was_interrupted = true;
    if (self.holds_exit)
      set_enabled(self, false);
    else if (self.condition != nullptr)
      reconsider(self);
    decide();
  }
}

void Scheduler::abandon_operation() {
  Thread& self = current();
  if (self.in_operation) performed();
  if (self.condition != nullptr) --conditional_;
  if (self.timed) --timed_;
  if (self.outside != nullptr) --waiting_outside;
  self.condition = nullptr;
  self.outside = nullptr;
  self.timed = self.handler_due = self.interruptible = self.cancellable = self.may_wake_by_itself = false;
  self.awaited_signals = 0;
  set_wakes_by_itself(self, false);
  set_early(self, false);
  set_enabled(self, true);
  reconsider_all();
}

void Scheduler::reconsider_all() {
  for (Thread* thread : program_.threads)
    if (thread->condition != nullptr && !thread->handler_due) reconsider(*thread);
}

void Scheduler::begin_stall() {
  const ExecutionOptions& options = program_.options;
  time_behaves_ = options.in_time || options.stall != kAnyStall;
  stall_left_ = options.in_time ? 0 : options.stall;
}

// Deadlines fire in the order of the clock: only the next can be chosen, so that a wait of 10 ms never
// outlasts a sleep of two hours.
void Scheduler::update_timed() {
  const std::uint64_t now = program_.clock.now();
  const std::uint64_t due = due_deadline();
  std::uint64_t next_deadline = VirtualClock::kNever;
  for (Thread* thread : program_.threads) {
    if (!thread->timed) continue;
    const bool ready = is_ready(*thread);
    const bool is_due = ready || thread->deadline <= (time_passes_ ? due : now);
    const bool is_enabled = is_due || thread->deadline <= due || thread->may_wake_by_itself;
    set_early(*thread, time_behaves_ && is_enabled && !is_due);
    set_enabled(*thread, is_enabled);
    if (time_behaves_ && !ready && thread->deadline > now)
      next_deadline = std::min(next_deadline, thread->deadline);
  }
  next_deadline_ = next_deadline;
}

std::uint64_t Scheduler::next_deadline() const {
  std::uint64_t next = program_.clock.alarm;
  for (const Thread* thread : program_.threads)
    if (thread->timed && !is_ready(*thread)) next = std::min(next, thread->deadline);
  return next;
}

// The latest that can be chosen now.
std::uint64_t Scheduler::due_deadline() const {
  const std::uint64_t now = program_.clock.now(), next = next_deadline();
  if (next <= now) return now;
  const bool may_come =
      time_passes_ || (!hot.outside && (needs_.every_deadline || next - now <= stall_left_));
  return may_come ? next : now;
}

// To the next deadline, if there is one that a thread waits for. The clock moves when that thread is chosen:
// a replay, which does not know that no thread makes progress, reads the same times.
bool Scheduler::let_time_pass() {
  if (timed_ == 0 || !time_behaves_) return false;
  const std::uint64_t next = next_deadline();
  if (next == program_.clock.alarm && next > program_.clock.now()) return false;
  time_passes_ = true;
  update_timed();
  return !no_thread_can_run();
}

// Each thread that could go on has polled for a while since the last progress. One that had no turn might do
// what the others poll for.
bool Scheduler::polls_in_vain() const {
  return livelock_.progress.without_progress() > kIdlePatience &&
         std::all_of(enabled_.begin(), enabled_.end(), [this](const Candidate& candidate) {
           return has_polled(*program_.threads[candidate.thread]);
         });
}

bool Scheduler::has_polled(const Thread& thread) const {
  return thread.early || thread.wakes_by_itself || (thread.timed && !is_ready(thread)) ||
         (thread.idle_since == livelock_.progress.epoch() &&
          thread.idle_points >= kIdlePointsOfEach * kLocksForAPoll);
}

Thread* Scheduler::take_turns() {
  if (livelock_.progress.without_progress() <= kIdlePatience) return nullptr;
  for (const Candidate& candidate : enabled_) {
    Thread& thread = *program_.threads[candidate.thread];
    if (has_polled(thread)) continue;
    if (enabled_.size() > 1) ++hot.recording->points;
    return &thread;
  }
  return nullptr;
}

// A thread that polls alone makes forced moves: the strategy is not asked until another thread can go on.
void Scheduler::let_sleepers_go_on(OperationKind kind) {
  Thread& self = current();
  const std::uint32_t epoch = livelock_.progress.epoch();
  if (self.idle_since != epoch) self.idle_points = 0;
  self.idle_since = epoch;
  self.idle_points += is_like_work(kind) ? 1 : kLocksForAPoll;
  if (polls_in_vain()) let_time_pass();
}

// Other threads can go on. Where a livelock is suspected, no thread is left asleep: with a thread that will
// wake it is none.
void Scheduler::look_at_sleepers() {
  if (polls_in_vain() || livelock_.goes_round())
    let_time_pass();
  else if (early_ == 0 && !time_passes_)
    hot.recording->held_back = true;
}

void Scheduler::time_out(const Thread& thread) {
  const std::uint64_t now = program_.clock.now();
  if (thread.deadline <= now) return;
  if (!time_passes_) {
    if (stall_left_ != kAnyStall) stall_left_ -= std::min(stall_left_, thread.deadline - now);
    note_early(thread);
  }
  program_.clock.advance_to(thread.deadline);
}

void Scheduler::note_early(const Thread& thread) {
  EarlyDeadline deadline{.lasts = thread.deadline - thread.waits_since,
                         .site = thread.next.site,
                         .thread = thread.id,
                         .sleeps = thread.next.kind == OperationKind::kSleep};
  for (const Candidate& candidate : enabled_) {
    const Thread& other = *program_.threads[candidate.thread];
    if (&other == &thread || other.wakes_by_itself || (other.timed && !is_ready(other))) continue;
    if (deadline.others++ == 0) deadline.other = other.id;
  }
  if (deadline.others == 0) return;
  EarlyDeadlines& early = hot.recording->early;
  if (early.count < early.first.size()) early.first[early.count] = deadline;
  ++early.count;
}

// A timed wait that may end by itself can time out, too, once it is its turn. Which of the two it does is
// no choice that a schedule could tell: it follows from the step and the time, which are the same in a
// replay.
bool Scheduler::wakes_early(const Thread& thread) const {
  if (!thread.may_wake_by_itself) return false;
  const std::uint64_t now = program_.clock.now(), stall = program_.options.stall;
  const bool is_its_turn = stall == kAnyStall ? thread.deadline <= std::max(next_deadline(), now)
                                              : thread.deadline <= now || thread.deadline - now <= stall;
  return !is_its_turn || step() % 2 == 1;
}

void Scheduler::note_hidden(Hidden hidden) {
  if ((hot.recording->hidden & set_of(hidden)) != 0) return;
  const bool alone = std::all_of(program_.threads.begin(), program_.threads.end(), [](const Thread* thread) {
    return thread == hot.current || thread->finished;
  });
  if (!alone) hot.recording->hidden |= set_of(hidden);
}

std::uint64_t Scheduler::read_clock() {
  note_hidden(Hidden::kClock);
  const std::uint64_t now = program_.clock.read();
  if (now >= next_deadline_) update_timed();
  return now;
}

void Scheduler::changed(std::uint64_t address) {
  bool timed = false;
  unsigned left = conditional_;
  for (std::size_t id = 0; left != 0 && id < program_.threads.size(); ++id) {
    Thread* const thread = program_.threads[id];
    if (thread->condition == nullptr) continue;
    --left;
    if (thread->next.address != address || thread->handler_due) continue;
    if (thread->timed)
      timed = true;
    else
      reconsider(*thread);
  }
  if (timed) update_timed();
}

}  // namespace heddle::runtime
