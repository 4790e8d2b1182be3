#include "runtime/services/outside.h"

#include <poll.h>
#include <algorithm>
#include <ctime>
#include <vector>

#include "runtime/arch/raw_syscall.h"
#include "runtime/services/driver.h"
#include "runtime/services/thread_end.h"
#include "runtime/services/virtual_timers.h"
#include "runtime/system/real_time.h"

namespace heddle::runtime::outside {

namespace {

constexpr std::uint64_t kMillisecond = 1'000'000;
constexpr std::uint64_t kNoDeadline = ~0ull;
constexpr std::uint64_t kSlice =
    5 * kMillisecond;  // children and the time limit are looked at between two slices
// TCP sends after so long what it held back for more to come, or for an acknowledgement.
constexpr std::uint64_t kLongestDelay = 250 * kMillisecond;
std::vector<int>* unanswered = nullptr;  // descriptors, or kAnyChild
std::uint64_t operations = 0;
std::uint64_t waits_in_kernel = 0;
unsigned idle_rounds = 0;  // after the driver's end

// One call for all watches of one or several waits.
class Poll {
 public:
  void add(const OutsideWait& wait) {
    for (const Watch& watch : wait.watches) polled_.push_back({watch.descriptor, watch.events, 0});
  }
  void run(std::uint64_t nanoseconds) {
    const timespec limit = to_timespec(nanoseconds);
    raw_syscall(SYS_ppoll, polled_.data(), polled_.size(), &limit, nullptr, 0);
  }
  // In the order of add().
  bool answer(const OutsideWait& wait) {
    bool ready = false;
    for (const Watch& watch : wait.watches) {
      const short events = polled_[next_++].revents;
      ready = ready || (events & (watch.counts | POLLNVAL)) != 0;
    }
    return ready;
  }

 private:
  std::vector<pollfd> polled_;
  std::size_t next_ = 0;
};

bool depends_on_others(const OutsideWait& wait) {
  if (wait.came != nullptr) return true;
  for (const Watch& watch : wait.watches)
    if (is_held_by_others(watch.descriptor)) return true;
  return false;
}

bool may_be_on_its_way(const OutsideWait& wait) {
  return std::any_of(wait.watches.begin(), wait.watches.end(), [](const Watch& watch) {
    return watch.descriptor >= 0 && may_be_slow(watch.descriptor);
  });
}

bool ask(const OutsideWait& wait) {
  virtual_timers::fire();
  if (wait.came != nullptr) return wait.came(wait);
  Poll poll;
  poll.add(wait);
  poll.run(0);
  return poll.answer(wait);
}

void look(OutsideWait& wait) {
  wait.assumed = false;
  wait.ready = wait.timers_seen != virtual_timers::generation() || ask(wait);
  // What other processes do has no place in a schedule: where it says that the thread went on, it will be
  // able to. A driver has done what it does by now.
  if (!wait.ready && hot.every_operation && !wait.timed && !driver::takes_turns() && depends_on_others(wait))
    wait.ready = wait.assumed = true;
}

bool has_come(const Thread& thread) {
  return thread.outside->ready;
}
constexpr Condition kHasCome{has_come, nullptr};

template <typename Function>
void for_each_wait(Function function) {
  for (Thread* thread : program().threads)
    if (thread->outside != nullptr) function(*thread->outside);
}

bool time_is_up(std::uint64_t start) {
  return hot.recording->time_is_up != TimeIsUp::kNo ||
         real_nanoseconds() - start > program().options.timeout_milliseconds * kMillisecond;
}

void wait_for_assumed(OutsideWait& wait) {
  const std::uint64_t start = real_nanoseconds();
  while (!time_is_up(start)) {
    if (wait.came != nullptr) {
      if (wait.came(wait)) return;
      Poll().run(kMillisecond);
    } else {
      Poll poll;
      poll.add(wait);
      poll.run(kSlice);
      if (poll.answer(wait)) return;
    }
  }
}

}  // namespace

Operation operation(OperationKind kind, SiteId site) {
  return {kind, 0, kNoThread, site, kNoLocation, kAddress};
}

void announce(const Operation& operation) {
  scheduler().announce(operation);
  virtual_timers::fire();
}

bool await(const Operation& operation, OutsideWait& wait, const std::uint64_t* deadline) {
  cancellation_point();
  Scheduler& engine = scheduler();
  Thread& self = engine.current();
  for (;;) {
    // Any timer may be what the descriptors wait for: the thread goes on when it is due, and looks.
    const std::uint64_t timer = virtual_timers::next_deadline();
    const std::uint64_t until = deadline != nullptr && *deadline < timer ? *deadline : timer;
    wait.timed = until != kNoDeadline;
    wait.timers_seen = virtual_timers::generation();
    self.outside = &wait;
    ++engine.waiting_outside;
    look(wait);
    const Waited waited = engine.wait(operation, {.condition = kHasCome,
                                                  .deadline = wait.timed ? &until : nullptr,
                                                  .interruptible = true,
                                                  .cancellable = true});
    --engine.waiting_outside;
    self.outside = nullptr;
    if (waited == Waited::kCancelled) {
      engine.performed(1);
      act_on_cancellation();
    }
    if (waited == Waited::kInterrupted) {
      wait.interrupted = !wait.goes_on_after_handlers || self.must_not_restart;
      if (wait.interrupted) return false;
      engine.performed(1);
      continue;
    }
    if (wait.assumed) wait_for_assumed(wait);
    if (wait.assumed || ask(wait)) return true;
    if (deadline != nullptr && program().clock.now() >= *deadline) return false;
    engine.performed(1);
  }
}

void performed(std::uint32_t detail, Effect effect) {
  ++operations;
  driver::settle();
  if (effect == Effect::kProgress) unanswered->clear();
  look_again();
  scheduler().performed(detail, effect);
}

void note_unanswered(int descriptor) {
  constexpr std::size_t kEnough = 64;
  if (unanswered->size() < kEnough &&
      std::find(unanswered->begin(), unanswered->end(), descriptor) == unanswered->end())
    unanswered->push_back(descriptor);
}

Retry::Retry() : attempted_(operations + waits_in_kernel) {
  wait.argument = &attempted_;
  wait.came = [](const OutsideWait& each) {
    return operations + waits_in_kernel != *static_cast<const std::uint64_t*>(each.argument);
  };
}

void look_again() {
  if (scheduler().waiting_outside == 0) return;
  for_each_wait(look);
  scheduler().changed(kAddress);
}

Arrival wait_in_kernel(std::uint64_t limit) {
  const std::uint64_t start = real_nanoseconds();
  bool others = false, on_its_way = false;
  forget_assumptions();
  driver::start();  // of a program that waits for something else than connections
  for (bool first = true;; first = false) {
    bool arrived = false, pausing = false;
    driver::settle();
    Poll poll;
    for_each_wait([&](OutsideWait& wait) {
      look(wait);
      arrived = arrived || wait.ready;
      if (first && !arrived) {
        others = others || depends_on_others(wait);
        on_its_way = on_its_way || may_be_on_its_way(wait);
      }
      pausing = pausing || wait.came != nullptr;
      poll.add(wait);
    });
    if (arrived) {
      scheduler().changed(kAddress);
      return Arrival::kSomething;
    }
    const std::uint64_t elapsed = real_nanoseconds() - start;
    if (!others && !(on_its_way && (first || (elapsed < kLongestDelay && has_unsent_bytes()))))
      return Arrival::kNever;
    if (driver::has_ended()) return limit == kNoDeadline ? Arrival::kOver : Arrival::kNothing;
    if (time_is_up(start)) return Arrival::kTimeIsUp;
    // A driver that waits for the program sends nothing before the time-out.
    if (elapsed >= limit || (driver::is_there() && limit != kNoDeadline)) return Arrival::kNothing;
    const std::uint64_t slice = pausing ? kMillisecond : kSlice;
    poll.run(limit - elapsed < slice ? limit - elapsed : slice);
    ++waits_in_kernel;
  }
}

Arrival wait_for_others() {
  const bool asking = std::any_of(unanswered->begin(), unanswered->end(), [](int descriptor) {
    return descriptor == kAnyChild ? has_children() : is_held_by_others(descriptor);
  });
  if (asking && driver::has_ended()) return Arrival::kOver;
  if (!asking) return wait_in_kernel(~0ull);
  unanswered->clear();
  if (hot.recording->time_is_up != TimeIsUp::kNo) return Arrival::kTimeIsUp;
  Poll().run(10 * kMillisecond);
  look_again();
  return Arrival::kSomething;
}

// Servers may do something every second for as long as they run. Those that end by themselves when nothing
// has come for a while get the chance.
bool idles_for_ever() {
  constexpr unsigned kIdleRounds = 32;
  bool arrived = false;
  for_each_wait([&](OutsideWait& wait) {
    look(wait);
    arrived = arrived || wait.ready;
  });
  if (arrived) {
    scheduler().changed(kAddress);
    return false;
  }
  return ++idle_rounds > kIdleRounds;
}

void begin_execution() {
  driver::begin_execution();
  idle_rounds = 0;
  if (unanswered == nullptr) unanswered = new std::vector<int>;
  unanswered->clear();
  operations = waits_in_kernel = 0;
  virtual_timers::begin_execution();
}

namespace {

class World final : public OutsideWorld {
 public:
  void look_again() override { outside::look_again(); }
  Arrival wait_in_kernel(std::uint64_t nanoseconds) override { return outside::wait_in_kernel(nanoseconds); }
  Arrival wait_for_others() override { return outside::wait_for_others(); }
  bool assumes_no_stranger() override { return outside::assumes_no_stranger(); }
  bool idles_for_ever() override { return outside::idles_for_ever(); }
  bool has_driver() override { return driver::is_there(); }
  bool is_left_alone() override { return driver::has_ended(); }
};
constinit World outside_world;

}  // namespace

OutsideWorld& world() {
  return outside_world;
}

}  // namespace heddle::runtime::outside
