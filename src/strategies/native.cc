#include "strategies/native.h"

#include <algorithm>

namespace heddle {

namespace {

constexpr int kThreadBits = 16;  // which leaves three days of nanoseconds

}  // namespace

void Native::begin(const RunContext& run) {
  random_ = &run.random;
  threads_.clear();
  yielding_ = kNoThread;
  choices_ = steps_ = 0;
}

Native::Delay Native::delay(Random&) {
  return {};
}

// Half to one and a half of it.
std::uint64_t Native::about(std::uint64_t nanoseconds) {
  return nanoseconds / 2 + random_->below(nanoseconds + 1);
}

void Native::meet(ThreadId thread) {
  if (thread >= threads_.size()) threads_.resize(thread + 1u);
}

// It goes right behind the next of the others.
void Native::yield(ThreadId thread, const Choice& choice) {
  std::uint64_t& own = threads_[thread].clock;
  std::uint64_t next = ~std::uint64_t{0};
  for (const Candidate& other : choice.enabled) {
    const std::uint64_t clock = threads_[other.thread].clock;
    if (other.thread != thread && clock >= own) next = std::min(next, clock);
  }
  if (next != ~std::uint64_t{0}) own = next + 1;
}

void Native::wait_until(const Candidate& candidate, std::uint64_t now) {
  State& thread = threads_[candidate.thread];
  if (candidate.deadline > now) thread.clock += candidate.deadline - now;
  thread.deadline = candidate.deadline;
}

// What was done since the last choice took time, and the threads woken by it were woken then.
Decision Native::choose(const Choice& choice) {
  meet(std::max(choice.enabled.back().thread, choice.current));
  const std::uint64_t now = threads_[choice.current].clock +=
      about(kOperation) + (choice.step - steps_) * kPrivateStep;
  steps_ = choice.step;
  ++choices_;
  if (yielding_ != kNoThread) {
    yield(yielding_, choice);
    yielding_ = kNoThread;
  }
  std::uint64_t first = ~std::uint64_t{0};  // clock and thread in one number: a minimum needs no branches
  for (const Candidate& candidate : choice.enabled) {
    State& thread = threads_[candidate.thread];
    if (thread.seen_at + 1 != choices_ && candidate.thread != choice.current) {
      const bool starts = candidate.next->kind == OperationKind::kThreadStart;
      thread.clock = std::max(thread.clock, now + about(starts ? kThreadStart : kWakeUp));
    }
    thread.seen_at = choices_;
    if (candidate.deadline != thread.deadline) [[unlikely]]
      wait_until(candidate, choice.now);
    first = std::min(first, thread.clock << kThreadBits | candidate.thread);
  }
  return Decision::go(static_cast<ThreadId>(first));
}

void Native::executed(const Event& event) {
  meet(event.thread);
  State& thread = threads_[event.thread];
  thread.deadline = 0;
  const Delay late = delay(*random_);
  thread.clock += late.nanoseconds;
  if (late.yields) yielding_ = event.thread;
}

}  // namespace heddle
