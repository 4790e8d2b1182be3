// What happens at a point, as functions that are inlined into those who come to many of them: hooks of
// atomics, the scheduler's own functions. A plain point does as little as it can; whatever is unusual is
// looked at out of line.
#pragma once

#include "runtime/engine/scheduler.h"
#include "runtime/memory/arena.h"

namespace heddle::runtime {

// Whether look_around() has anything to look at.
template <bool kPlain>
[[gnu::always_inline]] inline bool Scheduler::is_unusual() const {
  if (!kPlain && livelock_.goes_round()) return true;
  return unusual_ != 0 || program_.clock.alarm != VirtualClock::kNever || enabled_.empty() ||
         hot.recording->time_is_up != TimeIsUp::kNo || hot.signals_from_kernel != 0;
}

template <bool kPlain>
[[gnu::always_inline]] inline Decision Scheduler::ask_strategy() {
  if (!kPlain && needs_.time) [[unlikely]]
    for (Candidate& candidate : enabled_) {
      const Thread& thread = *program_.threads[candidate.thread];
      candidate.deadline = thread.timed && !is_ready(thread) ? thread.deadline : 0;
    }
  const AllocateAs lasting(Lifetime::kLasting);
  Strategy& strategy = !kPlain && hot.outside ? without_preemption_ : *strategy_;
  return strategy.choose({.enabled = enabled_,
                          .current = current().id,
                          .current_enabled = current().enabled,
                          .step = hot.recording->steps,
                          .without_progress = livelock_.progress.without_progress(),
                          .now = program_.clock.now(),
                          .state = needs_.state ? &probe_ : nullptr});
}

template <bool kPlain>
[[gnu::always_inline]] inline bool Scheduler::is_uniform() const {
  return kPlain && uniform_ != nullptr && uniform_->is_next(livelock_.progress.without_progress());
}

template <bool kPlain>
[[gnu::always_inline]] inline Thread& Scheduler::choose() {
  flush_private_steps();
  if (is_unusual<kPlain>()) [[unlikely]]
    if (Thread* next = look_around()) return *next;
  const bool is_outside = !kPlain && hot.outside;
  if (enabled_.size() == 1 && (kPlain || !(needs_.every_operation || needs_.forced) || is_outside))
    return *program_.threads[enabled_.front().thread];
  hot.recording->points += is_outside ? 0 : 1;
  if (is_uniform<kPlain>()) {
    --uniform_->left;
    return *program_.threads[enabled_[random_.below(enabled_.size())].thread];
  }
  const Decision decision = ask_strategy<kPlain>();
  if (decision.abandons()) [[unlikely]]
    strategy_gave_up();
  require(decision.thread < program_.threads.size() && program_.threads[decision.thread]->enabled,
          "the strategy chose a thread that cannot go on");
  return *program_.threads[decision.thread];
}

template <bool kPlain>
[[gnu::always_inline]] inline void Scheduler::make_current(Thread& next) {
  if (!kPlain && switch_watcher_ != nullptr) [[unlikely]]
    switch_watcher_->leave();
  hot.recording->end_run(next.id);
  ++hot.recording->switches;
  hot.current = &next;
  hot.own = program_.segments.of(next.id);
  if (!kPlain && switch_watcher_ != nullptr) [[unlikely]]
    switch_watcher_->resume(next);
}

template <bool kPlain>
[[gnu::always_inline]] inline void Scheduler::switch_to(Thread& next) {
  Thread& self = current();
  make_current<kPlain>(next);
  if constexpr (kPlain)
    heddle_switch(self.registers, next.registers);
  else
    carry(self, next);
  if (unwinding_ != nullptr) [[unlikely]]
    show_stack(self);
}

template <bool kPlain>
[[gnu::always_inline]] inline void Scheduler::go_on() {
  // Nobody watches a search; replays have every operation chosen.
  if (!kPlain && needs_.every_operation && services_.debugger.is_watching()) [[unlikely]]
    services_.debugger.show_event();
  if (!kPlain && needs_.state) [[unlikely]]
    strategy_->stands(probe_);
  if (current().handler_due) [[unlikely]]
    run_due_handlers();
}

template <bool kPlain>
[[gnu::always_inline]] inline void Scheduler::decide_as() {
  Thread& chosen = choose<kPlain>();
  if (&chosen != hot.current) switch_to<kPlain>(chosen);
  go_on<kPlain>();
}

template <bool kPlain>
[[gnu::always_inline]] inline void Scheduler::point_as() {
  Recording& recording = *hot.recording;
  if (!kPlain && wants_values_) [[unlikely]]
    values_.settle();
  const bool goes_on = !kPlain && goes_on_outside() && !gives_way(current().next.kind);
  const bool is_forced = (enabled_.size() == 1 || goes_on) && (kPlain || !every_point_);
  if (is_forced && current().enabled && recording.time_is_up == TimeIsUp::kNo)
    return;  // a forced move: nobody has to decide
  decide_as<kPlain>();
}

[[gnu::always_inline]] inline void Scheduler::point() {
  if (are_plain_) [[likely]]
    point_as<true>();
  else
    point_out_of_line();
}

// Without a condition.
[[gnu::always_inline]] inline void Scheduler::announce_inline(const Operation& operation) {
  check_caller(operation.site);
  Thread& self = current();
  self.next.become(operation);
  point();
  self.in_operation = true;
  check_memory(operation);
  if (!are_plain_ && wants_values_) [[unlikely]]
    values_.before(operation);
}

// A step of the running thread, and what it did in its own memory before. Only a long stretch of private work
// between two points is work; a polling loop does a little of it in every round.
[[gnu::always_inline]] inline void Scheduler::count_step() {
  flush_private_steps();
  hot.private_news = false;
  ++hot.recording->steps;
  ++hot.recording->running_steps;
}

[[gnu::always_inline]] inline bool Scheduler::has_usual_record(LocationId location, Effect effect) const {
  return are_plain_ && unusual_ == 0 && (effect == Effect::kProgress || livelock_.progress.knows(location));
}

// Calls nothing but at its end.
[[gnu::always_inline]] inline void Scheduler::record_usually(const Event& event, Effect effect) {
  count_step();
  hot.recording->record(event);
  if (effect == Effect::kProgress) return livelock_.progress.progress();
  livelock_.progress.visit_known(event.location);
  if (livelock_.progress.suspicious()) [[unlikely]]
    suspect_livelock();
}

[[gnu::always_inline]] inline void Scheduler::performed_inline(std::uint32_t detail, Effect effect) {
  Thread& self = current();
  if (!has_usual_record(self.next.location, effect)) [[unlikely]]
    return performed_unusually(detail, effect);
  self.in_operation = false;
  if (effect == Effect::kProgress) program_.clock.progress();
  record_usually(event_of(self, detail), effect);
}

}  // namespace heddle::runtime
