#include "fiber_reference.h"

#include <boost/context/fiber.hpp>
#include <boost/context/pooled_fixedsize_stack.hpp>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "event/random.h"
#include "median.h"

namespace heddle::bench {

namespace {

namespace context = boost::context;

constexpr int kRounds = 9;
constexpr int kExecutions = 20'000;

// Threads that switch to each other directly; the first of them is who runs them all.
class Fibers {
 public:
  explicit Fibers(std::uint64_t seed) : random_(seed) {}

  // A body for each thread. Ends when all of them have ended.
  void run(const std::vector<std::function<void(Fibers&)>>& bodies) {
    const std::size_t count = bodies.size() + 1;
    slots_.resize(count);
    can_run_.clear();
    for (std::size_t i = 1; i < count; ++i) {
      slots_[i] = context::fiber(std::allocator_arg, stacks_, [this, &bodies, i](context::fiber&& from) {
        slots_[previous_] = std::move(from);
        bodies[i - 1](*this);
        return end();
      });
      can_run_.push_back(i);
    }
    current_ = 0;
    switch_to(pick());
  }

  // Before an operation.
  void point() {
    const std::size_t next = pick();
    if (next != current_) switch_to(next);
  }
  // Before an operation that waits until the word is 0.
  void point_when_free(const volatile int& word) {
    point();
    while (word != 0) {
      const std::size_t self = current_;
      std::erase(can_run_, self);
      waiting_.push_back(self);
      switch_to(pick());
    }
  }
  void wake_all() {
    can_run_.insert(can_run_.end(), waiting_.begin(), waiting_.end());
    waiting_.clear();
  }

 private:
  std::size_t pick() { return can_run_[random_.below(can_run_.size())]; }

  void switch_to(std::size_t next) {
    previous_ = std::exchange(current_, next);
    context::fiber from = std::move(slots_[next]).resume();
    if (from) slots_[previous_] = std::move(from);
  }

  // What the fiber that has ended goes on with.
  context::fiber end() {
    std::erase(can_run_, current_);
    previous_ = current_;
    current_ = can_run_.empty() ? 0 : pick();
    return std::move(slots_[current_]);
  }

  Random random_;
  context::pooled_fixedsize_stack stacks_{1 << 14};
  std::vector<context::fiber> slots_;
  std::vector<std::size_t> can_run_, waiting_;
  std::size_t current_ = 0, previous_ = 0;
};

volatile int words[4];
volatile int mutex;

using Bodies = std::vector<std::function<void(Fibers&)>>;

Bodies bodies_of(char name) {
  const auto loads_and_stores = [](int own, int rounds) {
    return [own, rounds](Fibers& fibers) {
      for (int i = 0; i < rounds; ++i) {
        fibers.point();
        words[own] = i;
        fibers.point();
        [[maybe_unused]] const int seen = words[1 - own];
      }
    };
  };
  const auto locks = [](Fibers& fibers) {
    for (int i = 0; i < 2; ++i) {
      fibers.point_when_free(mutex);
      mutex = 1;
      fibers.point();
      mutex = 0;
      fibers.wake_all();
    }
  };
  const auto writes = [](int own) {
    return [own](Fibers& fibers) {
      fibers.point();
      words[own] = 1;
    };
  };
  const auto reads = [](Fibers& fibers) {
    for (volatile int& word : words) {
      fibers.point();
      [[maybe_unused]] const int seen = word;
    }
  };
  const auto nothing = [](Fibers&) {};
  if (name == 'a') return {loads_and_stores(0, 5), loads_and_stores(1, 5)};
  if (name == 'A') return {loads_and_stores(0, 10), loads_and_stores(1, 10)};
  if (name == 'b') return {locks, locks};
  if (name == 't') return {nothing, nothing, nothing, nothing, nothing};
  return {writes(0), writes(1), writes(2), writes(3), reads};
}

}  // namespace

double fiber_time(char name) {
  Fibers fibers(1);
  const Bodies bodies = bodies_of(name);
  return median_of(kRounds, [&] {
    const double start = now_nanoseconds();
    for (int i = 0; i < kExecutions; ++i) fibers.run(bodies);
    return (now_nanoseconds() - start) / kExecutions;
  });
}

}  // namespace heddle::bench
