// Takes every visible operation of the program through three steps: it is announced, somebody is chosen, it
// happens. One thread runs at a time; all functions are called on the one kernel thread that carries the
// program.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "detect/waiting.h"
#include "event/failure.h"
#include "event/livelock.h"
#include "event/order_note.h"
#include "event/random.h"
#include "runtime/arch/context.h"
#include "runtime/engine/enabled_threads.h"
#include "runtime/engine/event_stacks.h"
#include "runtime/engine/livelock_search.h"
#include "runtime/engine/memory_model.h"
#include "runtime/engine/noted.h"
#include "runtime/engine/services.h"
#include "runtime/engine/values.h"
#include "runtime/memory/heap.h"
#include "runtime/state/globals.h"
#include "runtime/state/recording.h"
#include "search/executor.h"
#include "strategies/fifo.h"
#include "strategies/strategy.h"

namespace heddle::runtime {

// What an operation did, as far as it tells working from spinning.
enum class Effect : std::uint8_t { kProgress, kNone };

// The address that changes when any thread ends, for those who wait for all of them.
inline constexpr std::uint64_t kAnyThread = 1;

// How a thread waits. Without a deadline it waits for ever.
struct Waiting {
  const Condition& condition;
  const std::uint64_t* deadline = nullptr;
  bool interruptible = false;       // a signal handler ends the wait
  bool cancellable = false;         // pthread_cancel ends the wait
  bool may_wake_by_itself = false;  // if the user asked for spurious wake-ups
};

enum class Waited : std::uint8_t { kReady, kTimedOut, kInterrupted, kCancelled, kByItself };

class Scheduler final : public StackReader {
 public:
  Scheduler(Program& program, const Services& services)
      : program_(program), services_(services), livelock_(program, services), probe_(services.state) {
    program.stacks = this;
  }

  // Threads that wait for a descriptor or a child (outside.h).
  Noted<unsigned> waiting_outside{unusual_, 0};

  // Makes what small programs need: executions that are restored to what is there now need not make it again.
  void prepare();
  void begin(Strategy& strategy, const ExecutionOptions& options);
  // The execution that has run up to here becomes another one, with another seed. Nobody has been asked to
  // choose yet.
  void become(Strategy& strategy, const ExecutionOptions& options);
  // Hooks and interposed functions go through to the real ones from here on.
  void leave();

  Thread& current() { return *hot.current; }
  std::uint64_t step() const { return hot.recording->steps; }

  // A thread that exists but has not started; its first operation is announced for it. Main has no creator.
  // With a condition it can start only while that holds.
  Thread& add_thread(Thread* creator, SiteId site, const Condition* starts_when = nullptr);
  // A thread that has ended and was joined by the running one begins anew, under the same name.
  void start_again(Thread& thread, SiteId site);
  // By a thread, first of all.
  void started();
  // By the running thread: what the other did comes before what it does from now on.
  void joined(const Thread& thread) {
    program_.segments.join(current().id, thread.id);
    if (hot.weak_memory) memory_.machine.join(current().id, thread.id);
  }

  // Announces an operation of the running thread and returns when it has been chosen. With a condition, the
  // thread is enabled only while that holds; with a deadline it is enabled too when nobody's deadline comes
  // before.
  void announce(const Operation& operation, const Condition* condition = nullptr);
  void announce_timed(const Operation& operation, const Condition& condition, std::uint64_t deadline);
  void announce_exit(const Operation& operation);
  // The same for a wait that can end in several ways.
  Waited wait(const Operation& operation, const Waiting& waiting);

  // A handler of the program has to run in that thread before anything else.
  void interrupt(Thread& thread);
  // The running thread was chosen. Whoever watches is told, and handlers that are due come first.
  void chosen_to_go_on();
  // The running thread has jumped out of the handler that interrupted its operation: it will not go on with
  // it, and waits for nothing any more.
  void abandon_operation();
  // What the thread waits for may have changed, whatever it is.
  void reconsider(Thread& thread);
  void reconsider_all();

  // The announced operation happened.
  void performed(std::uint32_t detail = 0, Effect effect = Effect::kNone);
  // The same two, inlined into the caller, which includes points.h.
  void announce_inline(const Operation& operation);
  void performed_inline(std::uint32_t detail, Effect effect);
  // The running thread fails. If that is in the middle of an operation, the operation is the last step of the
  // schedule: without it a replay would stop before it.
  void failed_in_operation();

  // Counts only while other threads live.
  void note_hidden(Hidden hidden);
  // The program asks what time it is, which moves the clock: others may have slept long enough.
  std::uint64_t read_clock();

  // An object that threads may be waiting for has changed.
  void changed(std::uint64_t address);

  // --memory c++ (scheduler_memory.cc). The atomic operation of the running thread that was announced: what
  // it sees; what it stores, and whether memory has to hold that from now on. A read-modify-write has two
  // parts.
  // How an operation orders, if the one that was announced is to order more than the program says.
  Ordering strengthened(Ordering ordering) const {
    return program_.options.strengthened.front().site == kNoSite ? ordering : strengthened_here(ordering);
  }
  AtomicValue atomic_load(const AtomicPlace& place, Ordering ordering);
  bool atomic_store(const AtomicPlace& place, const AtomicValue& value, Ordering ordering);
  AtomicValue begin_atomic_update(const AtomicPlace& place, Ordering ordering);
  bool end_atomic_update(const AtomicValue& value, Ordering ordering);
  ExchangeResult atomic_exchange(const AtomicPlace& place, const CompareExchange& what,
                                 const AtomicValue& desired);
  // A seq_cst fence: a point, whose order is noted by note_order().
  void fence(SiteId site);
  // Remembers how far the running thread is; whether such a moment happens before what it does from now on.
  void note_moment(std::uint32_t number);
  bool moment_is_past(std::uint32_t number);
  // One that the model does not know has been announced.
  void order_by_unknown_atomic();
  // What is no atomic operation writes there; the memory begins another life.
  void overwritten(std::uint64_t address, std::uint64_t size) { memory_.histories.overwrite(address, size); }
  void forgotten(std::uint64_t address, std::uint64_t size) { memory_.histories.forget(address, size); }

  // An access that is a scheduling point: announce and perform in one.
  void access(OperationKind kind, std::uint64_t address, unsigned size, SiteId site, LocationId location,
              std::uint32_t detail, Effect effect);
  // The running thread did something that orders, but is no operation.
  void note_order(OrderKind kind, LocationId location, SiteId site, Ordering ordering = Ordering::kRelaxed);
  // The same for a thread that does not run: what it did until now.
  void note_order_of(const Thread& thread, OrderKind kind, LocationId location, SiteId site) {
    note_order(thread.id, kind, location, site, Ordering::kRelaxed);
  }
  // The running thread used up its private steps.
  void out_of_fuel(SiteId site);

  // The running thread enters or leaves the region in which threads are switched (--region).
  void enter_region();
  void leave_region();

  // The running thread is over. Returns when its context has been given to another one; with kernel threads
  // at once, and then somebody else runs already.
  void thread_ended();

  // The stack of a thread without a shadow stack: the thread is switched to, looks at itself, and switches
  // back.
  std::vector<UnwoundFrame> unwind(const Thread& thread, std::size_t most) override;

  // Counts what the running thread did in its own memory since the last point.
  void flush_private_steps() {
    const auto spent = static_cast<std::uint64_t>(kFuel - hot.fuel);
    hot.fuel = kFuel;
    hot.recording->steps += spent;
    hot.recording->running_steps += spent;
  }

  // Writes the failure down; the program goes on to its end.
  void record_failure(Failure failure);
  // The same where the program may recover from it: then what was written since is withdrawn.
  void note_failure(Failure failure);
  void withdraw_failure(const RecordingCounters& before);
  // The process ends by itself from here; the record is complete.
  void leave_for_good();
  // Ends the execution here and now.
  [[noreturn]] void fail(Failure failure);
  // From a signal handler, in the middle of anything: writes down where the running thread is, and all
  // others.
  void write_whereabouts(SiteId site);
  // Ends it because the program does something that Heddle cannot follow: no bug, but no silence either.
  [[noreturn]] void refuse(const char* why, SiteId site);
  [[noreturn]] void end(End how);

  // Is asked at every switch from here on; null: no longer.
  void let_watch_switches(SwitchWatcher* watcher) {
    switch_watcher_ = watcher;
    note_kind_of_points();
  }

 private:
  // What must hold whatever the program does, in every build: otherwise the execution ends, and says so.
  void require(bool holds, const char* what) {
    if (!holds) [[unlikely]]
      own_mistake(what);
  }
  [[noreturn, gnu::cold]] void own_mistake(const char* what);
  // Each thread has a thread pointer of its own.
  void check_caller(SiteId site) {
    if (thread_pointer() != current().thread_pointer || hot.thread_pointer_is_shared) [[unlikely]]
      services_.strays.check_caller(site);
  }
  bool is_guarded(std::uint64_t address) const {
    return heap::owns(reinterpret_cast<const void*>(address)) || program_.stack_bounds.contain(address);
  }
  // The operation is about to happen.
  void check_memory(const Operation& operation) {
    if (is_guarded(operation.address)) services_.memory.check(operation);
  }
  void check_object(const Operation& operation) {
    if (program_.stack_bounds.contain(operation.address)) [[unlikely]]
      services_.memory.check_object(operation);
  }
  // Most points are plain: they are of a search by contexts that nobody watches, inside of the region. Their
  // code is compiled apart (kPlain), without what the others have besides.
  void note_kind_of_points();
  template <bool kPlain>
  bool is_unusual() const;
  [[gnu::noinline]] Thread* look_around();
  template <bool kPlain>
  void go_on();
  void show_stack(Thread& self);
  template <bool kPlain>
  void point_as();
  void point();
  [[gnu::noinline]] void point_out_of_line();
  // Runs the handlers that are due, and announces again what they interrupted.
  void run_due_handlers();
  static Event event_of(const Thread& thread, std::uint32_t detail) {
    const Operation& what = thread.next;
    return {what.location, what.site, thread.id, what.kind, what.size, detail};
  }
  void count_step();
  bool has_usual_record(LocationId location, Effect effect) const;
  void record_usually(const Event& event, Effect effect);
  void record(const Event& event, Effect effect);
  [[gnu::noinline]] void performed_unusually(std::uint32_t detail, Effect effect);
  void tell(const Event& event);
  Ordering strengthened_here(Ordering ordering) const;
  std::uint32_t draw_store(std::uint32_t count);
  std::uint32_t ask_for_store(std::uint32_t count);
  std::uint32_t choose_store(std::size_t possible);
  std::uint32_t store_of_all(const AtomicHistory& history, std::uint32_t chosen, const AtomicValue* expected,
                             MemoryOption& option);
  MemoryOption choose_option(const AtomicHistory& history, OrderKind kind,
                             const AtomicValue* expected = nullptr);
  std::size_t choose_place(AtomicHistory& history, Ordering ordering, OrderKind kind);
  void note_older_store(OrderKind kind, std::uint32_t chosen, const AtomicStore& store);
  static void write_down(const OrderNote& note);
  std::uint32_t number_of_event() const;
  void hand_over(std::uint32_t detail);
  void hand_over(const OrderNote& note);
  template <bool kPlain>
  void decide_as();
  [[gnu::noinline]] void decide();
  void begin_strategy();
  // The threads that can go on are equally likely, and the strategy need not be asked.
  template <bool kPlain>
  bool is_uniform() const;
  void begin_stall();
  void note_order(ThreadId thread, OrderKind kind, LocationId location, SiteId site, Ordering ordering);
  void begin_region();
  void set_outside(bool outside);
  void leave_region_for_good();
  // Outside, the running thread goes on unless it only polls.
  bool goes_on_outside() const {
    return hot.outside && livelock_.progress.without_progress() < Fifo::kPatience;
  }
  // Outside, what orders threads and which locks they hold is written down; their accesses are not.
  static bool is_kept_outside(const Event& event) { return !is_access(event.kind); }
  void note_every_point() {
    const bool asks = needs_.every_operation || needs_.forced;
    every_point_ = (asks && !hot.outside) || livelock_.goes_round();
    note_kind_of_points();
  }
  template <bool kPlain>
  Decision ask_strategy();
  template <bool kPlain>
  Thread& choose();
  void carry(Thread& from, Thread& to) {
    if (program_.options.carrier == Carrier::kContexts) [[likely]]
      heddle_switch(from.registers, to.registers);
    else
      services_.kernel_threads.hand_on(from, to);
  }
  template <bool kPlain>
  void make_current(Thread& next);
  template <bool kPlain>
  void switch_to(Thread& next);
  void set_enabled(Thread& thread, bool enabled);
  void note_enabled(ThreadId thread, bool enabled);
  void set_wakes_by_itself(Thread& thread, bool by_itself);
  static bool is_ready(const Thread& thread);
  void update_timed();
  std::uint64_t next_deadline() const;
  std::uint64_t due_deadline() const;
  void set_early(Thread& thread, bool early);
  bool let_time_pass();
  // Threads wait for what comes from outside, or a process exit is held.
  [[gnu::noinline]] void look_after_those_who_wait();
  // The running thread did something without effect. Once all threads only poll, sleeping threads go on.
  void idled(OperationKind kind) {
    if (next_deadline_ != VirtualClock::kNever) [[unlikely]]
      let_sleepers_go_on(kind);
  }
  void let_sleepers_go_on(OperationKind kind);
  bool has_polled(const Thread& thread) const;
  bool polls_in_vain() const;
  // While others sleep, threads that poll take turns. Null: the strategy chooses.
  Thread* take_turns();
  void look_at_sleepers();
  void time_out(const Thread& thread);
  void note_early(const Thread& thread);
  bool wakes_early(const Thread& thread) const;
  bool release_exit();
  // Without a time-out before its time, or a spurious wake-up.
  bool no_thread_can_run() const { return enabled_.size() == waking_by_themselves_ + early_; }
  void find_somebody();
  void check_cycle(Thread& thread);
  void check_all_for_cycles();
  void fail_in_cycle(Thread& thread);
  void record_pending();
  // No thread can go on; one that Heddle did not make may still help.
  void refuse_if_strays_may_help();
  [[noreturn]] void deadlocked();
  // The program makes no progress (livelock_search.h). Null: the strategy says who goes on.
  [[gnu::noinline]] void suspect_livelock();
  Thread* go_round();
  [[noreturn]] void livelocked(const LivelockVerdict& verdict);
  [[noreturn]] void waited_in_vain();
  [[noreturn]] void out_of_time();
  ThreadId waits_for(ThreadId thread) const;
  std::optional<LostSignal> lost_signal(const Thread& thread) const;
  // Threads can go on by time-outs alone, and at least one waits for what comes from outside.
  bool only_waits() const;
  [[noreturn]] void strategy_gave_up();
  void show_to_debugger(Thread& thread);

  Program& program_;
  Services services_;
  UnusualValues unusual_ = 0;  // of the members that are Noted
  bool are_plain_ = false;     // the points
  SwitchWatcher* switch_watcher_ = nullptr;
  Strategy* strategy_ = nullptr;
  UniformChoices* uniform_ = nullptr;  // the strategy's; only for plain points
  Needs needs_;
  bool tells_ = false;  // somebody wants to know what happens, as it happens
  bool wants_values_ = false;
  ValueRecorder values_;
  EventStacks stacks_;
  Random random_;
  std::vector<std::unique_ptr<Thread>> thread_store_;  // reused over executions
  EnabledThreads enabled_;
  unsigned inside_ = 0;      // threads in the region
  Fifo without_preemption_;  // chooses while there is none
  LivelockSearch livelock_;
  ProgramProbe probe_;
  MemoryModel memory_;        // only for --memory c++
  bool every_point_ = false;  // is decided on, forced or not
  bool may_take_turns_ = false;
  unsigned conditional_ = 0;  // threads whose next operation has a condition
  Noted<unsigned> timed_{unusual_, 1};
  Noted<std::size_t> waking_by_themselves_{unusual_, 2};  // enabled for no other reason
  Noted<std::size_t> early_{unusual_, 3};                 // likewise (Thread::early)
  bool time_behaves_ = false;                             // deadlines do not come at any time
  std::uint64_t stall_left_ = 0;                          // of ExecutionOptions::stall
  // The next one that comes by itself, as the clock moves.
  Noted<std::uint64_t, VirtualClock::kNever> next_deadline_{unusual_, 4};
  // To the next deadline: no other thread can run or makes progress.
  Noted<bool> time_passes_{unusual_, 5};
  Noted<unsigned> exits_held_{unusual_, 6};
  std::uint64_t points_with_exit_held_ = 0;
  std::uint64_t points_since_look_ = 0;
  std::vector<UnwoundFrame>* unwinding_ = nullptr;  // where a thread that is switched to leaves its stack
  std::size_t most_unwound_ = 0;
  Thread* unwinding_for_ = nullptr;
  bool stop_for_debugger_ = false;  // the thread that is switched to calls heddle_failure
};

// Made by set_up_runtime(), before anything can be under control.
[[gnu::visibility("hidden")]] extern Scheduler* the_scheduler;
inline Scheduler& scheduler() {
  return *the_scheduler;
}

}  // namespace heddle::runtime
