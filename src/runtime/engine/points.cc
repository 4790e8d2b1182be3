// The same functions for those who come to fewer points, and what is too unusual to be inlined.
#include "runtime/engine/points.h"

namespace heddle::runtime {

void Scheduler::chosen_to_go_on() {
  go_on<false>();
}

void Scheduler::decide() {
  if (are_plain_) [[likely]]
    decide_as<true>();
  else
    decide_as<false>();
}

void Scheduler::point_out_of_line() {
  point_as<false>();
}

void Scheduler::announce(const Operation& operation, const Condition* condition) {
  if (condition == nullptr) return announce_inline(operation);
  check_caller(operation.site);
  Thread& self = current();
  self.next.become(operation);
  check_object(operation);
  self.condition = condition;
  ++conditional_;
  if (!condition->ready(self)) {
    set_enabled(self, false);
    check_cycle(self);
  }
  point();
  self.in_operation = true;
  self.condition = nullptr;
  --conditional_;
  check_memory(operation);
}

void Scheduler::announce_exit(const Operation& operation) {
  check_caller(operation.site);
  Thread& self = current();
  self.next.become(operation);
  if (program_.options.hold_exit && !needs_.every_operation) {
    self.holds_exit = true;
    ++exits_held_;
    set_enabled(self, false);
  }
  point();
  self.in_operation = true;
}

void Scheduler::record(const Event& event, Effect effect) {
  if (has_usual_record(event.location, effect)) [[likely]]
    return record_usually(event, effect);
  Recording& recording = *hot.recording;
  count_step();
  const bool is_kept = !hot.outside || is_kept_outside(event);
  if (is_kept) recording.record(event);
  if (effect == Effect::kProgress) {
    livelock_.progress.progress();
  } else {
    livelock_.progress.visit(event.location);
    idled(event.kind);
    // A replay ends where its schedule ends.
    if (livelock_.progress.suspicious() && !needs_.every_operation) suspect_livelock();
  }
  if (tells_ && is_kept) tell(event);
  if (needs_.may_give_up && strategy_->gives_up()) [[unlikely]]
    strategy_gave_up();
  if (unusual_ != 0) look_after_those_who_wait();
}

void Scheduler::performed(std::uint32_t detail, Effect effect) {
  if (hot.weak_memory) [[unlikely]]
    hand_over(detail);
  performed_inline(detail, effect);
}

void Scheduler::performed_unusually(std::uint32_t detail, Effect effect) {
  Thread& self = current();
  self.in_operation = false;
  // A replay records plain accesses that a search does not; both have to read the same times.
  if (effect == Effect::kProgress) {
    program_.clock.progress();
    if (program_.clock.now() >= next_deadline_) update_timed();
  }
  record(event_of(self, detail), effect);
}

void Scheduler::access(OperationKind kind, std::uint64_t address, unsigned size, SiteId site,
                       LocationId location, std::uint32_t detail, Effect effect) {
  check_caller(site);
  Thread& self = current();
  const auto bytes = static_cast<std::uint8_t>(size < 255 ? size : 255);
  self.next.become({kind, bytes, kNoThread, site, location, address});
  point();
  record({location, site, self.id, kind, bytes, detail}, effect);
}

void Scheduler::out_of_fuel(SiteId site) {
  check_caller(site);
  Thread& self = current();
  hot.fuel = 0;  // the access that found the tank empty has not happened yet
  flush_private_steps();
  if (hot.private_news) {
    hot.private_news = false;
    livelock_.progress.progress();
  } else {
    livelock_.progress.idle();
    idled(OperationKind::kYield);
  }
  if (!goes_on_outside() || hot.recording->time_is_up != TimeIsUp::kNo) {
    self.next = {OperationKind::kYield, 0, kNoThread, site, kNoLocation, 0};
    point();
  }
  --hot.fuel;
}

void Scheduler::thread_ended() {
  Thread& self = current();
  leave_region_for_good();
  flush_private_steps();
  values_.settle();
  services_.memory.leave_stack();
  self.finished = true;
  if (hot.weak_memory) memory_.machine.ended(self.id);
  set_enabled(self, false);
  livelock_.progress.progress();
  changed(reinterpret_cast<std::uint64_t>(&self));
  changed(kAnyThread);
  if (are_plain_) [[likely]]
    return switch_to<true>(choose<true>());
  Thread& next = choose<false>();
  if (program_.options.carrier == Carrier::kContexts) return switch_to<false>(next);
  make_current<false>(next);
  services_.kernel_threads.give_away(next);
}

}  // namespace heddle::runtime
