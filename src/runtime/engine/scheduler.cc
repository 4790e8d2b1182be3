#include "runtime/engine/scheduler.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "event/thread_name.h"
#include "runtime/arch/context.h"
#include "runtime/memory/arena.h"
#include "runtime/naming/call_site.h"
#include "runtime/naming/load_map.h"
#include "runtime/state/finish.h"

namespace heddle::runtime {

Scheduler* the_scheduler = nullptr;

namespace {

// Threads that go on for ever (a logger, a timer) must not keep the process from ending.
constexpr std::uint64_t kExitPatience = 10'000;
// Whoever waits for another process must not starve while others go on for ever.
constexpr std::uint64_t kPointsBetweenLooks = 256;
// Whoever answers at all answers within this real time; longer waits would be spent on what never comes.
constexpr std::uint64_t kLongestTimeOut = 100'000'000;

// Threads of one number mostly have the name of the last execution.
void name_after(const Thread* creator, std::uint16_t ordinal, Thread& thread) {
  const std::uint64_t creators_name = creator != nullptr ? creator->name_hash : 0;
  if (!thread.name.empty() && thread.creators_name == creators_name && thread.ordinal == ordinal) return;
  thread.name = creator != nullptr ? child_name(creator->name, ordinal) : std::string(kMainThreadName);
  thread.name_hash = name_hash(thread.name);
  thread.creators_name = creators_name;
  thread.ordinal = ordinal;
}

}  // namespace

void Scheduler::prepare() {
  constexpr std::uint16_t kThreads = 8;
  constexpr std::size_t kLocksHeld = 4;
  program_.threads.reserve(kThreads);
  program_.segments.reserve(kThreads);
  enabled_.reserve(kThreads);
  memory_.prepare();
  for (std::uint16_t id = 0; id < kThreads; ++id) {
    thread_store_.push_back(std::make_unique<Thread>());
    Thread& thread = *thread_store_.back();
    if (id == kMainThread)
      name_after(nullptr, 0, thread);
    else
      name_after(thread_store_.front().get(), static_cast<std::uint16_t>(id - 1), thread);
    thread.held.reserve(kLocksHeld);
  }
}

void Scheduler::begin(Strategy& strategy, const ExecutionOptions& options) {
  strategy_ = &strategy;
  needs_ = strategy.facets().needs;
  wants_values_ = needs_.values || options.explain;
  tells_ = needs_.executed || wants_values_ || options.stop_at != ExecutionOptions::kNowhere;
  values_.begin(needs_.values ? Pointers::kNamed : Pointers::kAsTheyAre);
  stacks_.begin();
  program_.options = options;
  random_.reseed(options.seed);
  program_.random.reseed(options.random_seed);
  program_.clock.begin(options.stall != kAnyStall);
  livelock_.begin(options.step_limit);
  program_.threads.clear();
  program_.segments.begin();
  enabled_.clear();
  conditional_ = 0;
  timed_ = exits_held_ = waiting_outside = 0;
  points_with_exit_held_ = points_since_look_ = 0;
  waking_by_themselves_ = early_ = 0;
  begin_stall();
  next_deadline_ = VirtualClock::kNever;
  time_passes_ = false;

  const bool has_weak_orders = program_.knowledge.has_weak_orders;
  // A library that orders threads by atomics of its own would not be understood.
  const bool is_understood = !load_map().has_opaque_modules();
  hot.weak_memory = options.memory == Memory::kCpp ||
                    (options.memory == Memory::kByOrders && has_weak_orders && is_understood);
  hot.watches_orders = options.memory == Memory::kByOrders && !has_weak_orders;
  if (hot.weak_memory) memory_.begin(options.seed);
  hot.every_operation = needs_.every_operation;
  hot.granularity = options.granularity;
  hot.name_accesses = options.name_accesses;
  hot.private_news = false;
  hot.fuel = kFuel;
  hot.recording->room = Room::in(options.memory_limit);
  hot.recording->reset();
  hot.recording->weak_memory = hot.weak_memory;
  begin_strategy();
  begin_region();  // and says what kind of points they are
}

void Scheduler::begin_strategy() {
  // A replay follows its schedule, and a strategy that claims to have tried everything must make every
  // choice.
  may_take_turns_ = !needs_.every_operation && strategy_->facets().exhaustible == nullptr;
  const AllocateAs lasting(Lifetime::kLasting);
  Recording& recording = *hot.recording;
  strategy_->begin({.execution = program_.options.number,
                    .random = random_,
                    .locations = program_.knowledge.locations,
                    .tally = recording.tally.data(),
                    .notes = Notes(recording.notes, recording.notes_count),
                    .weak_memory = hot.weak_memory});
  uniform_ = strategy_->facets().uniform;
}

void Scheduler::become(Strategy& strategy, const ExecutionOptions& options) {
  strategy_ = &strategy;
  needs_ = strategy.facets().needs;
  tells_ = needs_.executed || wants_values_;
  program_.options = options;
  set_outside(options.only_in_region && inside_ == 0);
  begin_stall();
  random_.reseed(options.seed);
  if (hot.weak_memory) memory_.reseed(options.seed);
  begin_strategy();
  if (needs_.choices && hot.recording->changes_count == 0)
    for (const Candidate& candidate : enabled_) note_enabled(candidate.thread, true);
  if (!needs_.executed) return;
  const AllocateAs lasting(Lifetime::kLasting);
  for (std::uint64_t i = 0; i < hot.recording->events_count; ++i) strategy.executed(hot.recording->events[i]);
}

void Scheduler::leave() {
  hot.active = false;
}

Thread& Scheduler::add_thread(Thread* creator, SiteId site, const Condition* starts_when) {
  const auto id = static_cast<ThreadId>(program_.threads.size());
  if (id == thread_store_.size()) thread_store_.push_back(std::make_unique<Thread>());
  Thread& thread = *thread_store_[id];
  std::construct_at(static_cast<ThreadInExecution*>(&thread));
  thread.id = id;
  thread.held.clear();
  thread.thread_local_destructors.clear();
  ThreadOrigin origin{kNoThread, 0};
  if (creator != nullptr) origin = {creator->id, creator->children++};
  name_after(creator, origin.ordinal, thread);
  thread.created_at = site;
  thread.next = {
      .kind = OperationKind::kThreadStart, .size = 0, .peer = id, .site = site, .location = 0, .address = 0};
  program_.threads.push_back(&thread);
  static_assert(kMaxThreads <= sharing::Segments::kMostThreads);
  program_.segments.create(origin.creator, id);
  if (creator != nullptr) hot.own = program_.segments.of(current().id);
  if (hot.weak_memory && id != kMainThread)
    memory_.machine.create(creator != nullptr ? creator->id : kMainThread, id);
  hot.recording->origins[id] = origin;
  hot.recording->given_names[id][0] = '\0';
  hot.recording->origins_count = static_cast<std::uint32_t>(program_.threads.size());
  thread.condition = starts_when;
  if (starts_when == nullptr)
    set_enabled(thread, true);
  else
    ++conditional_;
  return thread;
}

void Scheduler::start_again(Thread& thread, SiteId site) {
  thread.finished = thread.joined = false;
  thread.created_at = site;
  thread.next = {.kind = OperationKind::kThreadStart,
                 .size = 0,
                 .peer = thread.id,
                 .site = site,
                 .location = 0,
                 .address = 0};
  program_.segments.create(current().id, thread.id);
  if (hot.weak_memory) memory_.machine.create(current().id, thread.id);
  hot.own = program_.segments.of(current().id);
  set_enabled(thread, true);
}

void Scheduler::started() {
  Thread& self = current();
  if (self.condition != nullptr) --conditional_;
  self.condition = nullptr;
  chosen_to_go_on();
  performed(0, Effect::kProgress);
}

void Scheduler::set_enabled(Thread& thread, bool enabled) {
  if (thread.enabled == enabled) return;
  thread.enabled = enabled;
  if (enabled) {
    require(!thread.finished, "a thread that has ended is to run");
    enabled_.insert(thread.id, thread.next);
  } else {
    require(enabled_.erase(thread.id), "an enabled thread is not on the list of those");
  }
  if (needs_.choices) note_enabled(thread.id, enabled);
}

void Scheduler::note_enabled(ThreadId thread, bool enabled) {
  Recording& recording = *hot.recording;
  if (recording.changes_count < recording.room.changes)
    recording.changes[recording.changes_count++] = {static_cast<std::uint32_t>(recording.events_count),
                                                    thread, enabled};
  else
    recording.beyond |= set_of(Bound::kChoices);
}

void Scheduler::note_kind_of_points() {
  const bool is_watched = wants_values_ || tells_ || switch_watcher_ != nullptr;
  const bool is_asked = needs_.every_operation || needs_.time || every_point_;
  are_plain_ = !is_watched && !is_asked && !hot.outside && program_.options.carrier == Carrier::kContexts;
}

// Another thread wants to see the stack of this one (unwind()).
void Scheduler::show_stack(Thread& self) {
  while (unwinding_ != nullptr) {
    *unwinding_ = unwound_frames(most_unwound_);
    unwinding_ = nullptr;
    if (std::exchange(stop_for_debugger_, false)) services_.debugger.show_failure();
    carry(self, *unwinding_for_);
  }
}

bool Scheduler::release_exit() {
  if (exits_held_ == 0) return false;
  for (Thread* thread : program_.threads) {
    if (!thread->holds_exit) continue;
    thread->holds_exit = false;
    set_enabled(*thread, true);
  }
  exits_held_ = 0;
  return true;
}

// Nobody can run, or only by a time-out of a wait that another process may end: then it is waited for in the
// kernel.
void Scheduler::find_somebody() {
  while (no_thread_can_run()) {
    if (needs_.whole) check_all_for_cycles();
    if (release_exit()) return;
    if (let_time_pass()) continue;
    if (services_.signals.wait_for_alarm()) continue;
    switch (services_.outside.wait_in_kernel(~0ull)) {
      case Arrival::kSomething:
        break;
      case Arrival::kTimeIsUp:
        waited_in_vain();
      case Arrival::kOver:
        end(End::kCompleted);
      case Arrival::kNothing:
      case Arrival::kNever:
        deadlocked();
    }
  }
  if (enabled_.size() == 1) {
    const Thread& only = *program_.threads[enabled_.front().thread];
    if (only.outside == nullptr || !only.timed || is_ready(only) || only.deadline <= program_.clock.now())
      return;
    const std::uint64_t left = std::min(only.deadline - program_.clock.now(), kLongestTimeOut);
    if (services_.outside.wait_in_kernel(left) == Arrival::kTimeIsUp) waited_in_vain();
  }
}

Thread* Scheduler::go_round() {
  const LivelockSearch::Round round = livelock_.go_round(enabled_);
  if (round.verdict) livelocked(*round.verdict);
  if (livelock_.is_over()) end(End::kCompleted);
  note_every_point();
  if (round.next != nullptr && enabled_.size() > 1) ++hot.recording->points;
  return round.next;
}

void Scheduler::suspect_livelock() {
  if (const std::optional<LivelockVerdict> verdict = livelock_.suspect()) livelocked(*verdict);
  if (livelock_.is_over()) end(End::kCompleted);
  note_every_point();
}

// What is to be done at a point besides choosing. A thread: it goes on, and no strategy is asked.
Thread* Scheduler::look_around() {
  if (hot.recording->time_is_up != TimeIsUp::kNo) out_of_time();
  if (hot.signals_from_kernel != 0 || program_.clock.now() >= program_.clock.alarm)
    services_.signals.look_outside();
  if (time_passes_) {
    time_passes_ = false;
    update_timed();
  }
  find_somebody();
  if (waiting_outside != 0 && timed_ != 0 && services_.outside.is_left_alone() && only_waits() &&
      services_.outside.idles_for_ever())
    end(End::kCompleted);
  if (next_deadline_ != VirtualClock::kNever) look_at_sleepers();
  if (livelock_.goes_round())
    if (Thread* next = go_round()) return next;
  if (next_deadline_ != VirtualClock::kNever && may_take_turns_) return take_turns();
  return nullptr;
}

std::vector<UnwoundFrame> Scheduler::unwind(const Thread& thread, std::size_t most) {
  if (&thread == hot.current) return unwound_frames(most);
  std::vector<UnwoundFrame> stack;
  if (thread.next.kind == OperationKind::kThreadStart) return stack;
  unwinding_ = &stack;
  most_unwound_ = most;
  unwinding_for_ = &current();
  carry(current(), *program_.threads[thread.id]);
  return stack;
}

// A debugger sees the stack of the thread that runs. Whoever is to blame for a deadlock need not be the one
// that noticed it.
void Scheduler::show_to_debugger(Thread& thread) {
  Thread& self = current();
  const bool suspended =
      &thread != &self && !thread.finished && thread.next.kind != OperationKind::kThreadStart;
  if (!services_.debugger.is_watching() || !suspended) return services_.debugger.show_failure();
  std::vector<UnwoundFrame> stack;
  unwinding_ = &stack;
  most_unwound_ = kMostToldFrames;
  unwinding_for_ = &self;
  stop_for_debugger_ = true;
  hot.current = &thread;
  carry(self, thread);
  hot.current = &self;
}

void Scheduler::look_after_those_who_wait() {
  if (exits_held_ != 0 && ++points_with_exit_held_ > kExitPatience) release_exit();
  if (waiting_outside != 0 && ++points_since_look_ >= kPointsBetweenLooks) {
    points_since_look_ = 0;
    services_.outside.look_again();
  }
}

void Scheduler::tell(const Event& event) {
  const AllocateAs lasting(Lifetime::kLasting);
  if (wants_values_) values_.record(current().next);
  if (program_.options.explain) stacks_.record(event);
  if (needs_.executed) strategy_->executed(event);
  if (hot.recording->events_count == program_.options.stop_at + 1) services_.debugger.show_failure();
}

void Scheduler::failed_in_operation() {
  if (!current().in_operation) return;
  values_.stop_reading();
  performed();
}

void Scheduler::note_order(OrderKind kind, LocationId location, SiteId site, Ordering ordering) {
  note_order(current().id, kind, location, site, ordering);
  if (kind != OrderKind::kAllocate || !program_.options.explain) return;
  const AllocateAs lasting(Lifetime::kLasting);
  stacks_.record_allocation(location, site);
}

void Scheduler::note_order(ThreadId thread, OrderKind kind, LocationId location, SiteId site,
                           Ordering ordering) {
  const OrderNote note{
      static_cast<std::uint32_t>(hot.recording->events_count), site, location, thread, kind, ordering};
  if (hot.weak_memory) hand_over(note);
  if (needs_.every_store && !hot.outside) {
    const AllocateAs lasting(Lifetime::kLasting);
    strategy_->noted(note);
  }
  write_down(note);
}

void Scheduler::write_down(const OrderNote& note) {
  Recording& recording = *hot.recording;
  const std::uint64_t place = recording.order_notes_count++;
  recording.order_is_lost = place >= Most::order_notes;
  if (!recording.order_is_lost) recording.order_notes[place] = note;
}

}  // namespace heddle::runtime
