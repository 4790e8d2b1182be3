#include "schedule/native.h"

#include <algorithm>

namespace heddle {

void Native::begin(const RunContext& run) {
  random_ = &run.random;
  threads_.clear();
  choices_ = steps_ = 0;
}

std::uint64_t Native::delay(Random&, const Choice&, std::uint64_t) {
  return 0;
}

// Half to one and a half of it.
std::uint64_t Native::about(std::uint64_t nanoseconds) {
  return nanoseconds / 2 + random_->below(nanoseconds + 1);
}

void Native::meet(ThreadId thread) {
  if (thread >= threads_.size()) threads_.resize(thread + 1u);
}

std::uint64_t Native::to_next(std::uint64_t clock, const Choice& choice) const {
  std::uint64_t distance = 0;
  for (const Candidate& other : choice.enabled) {
    const std::uint64_t theirs = threads_[other.thread].clock;
    if (theirs > clock && (distance == 0 || theirs - clock < distance)) distance = theirs - clock;
  }
  return distance;
}

// What was done since the last choice took time, and whoever was woken by it was woken then.
Decision Native::choose(const Choice& choice) {
  meet(std::max(choice.enabled.back().thread, choice.current));
  const std::uint64_t now = threads_[choice.current].clock +=
      about(kOperation) + (choice.step - steps_) * kPrivateStep;
  steps_ = choice.step;
  ++choices_;
  ThreadId chosen = kNoThread;
  std::uint64_t least = ~std::uint64_t{0};
  for (const Candidate& candidate : choice.enabled) {
    State& thread = threads_[candidate.thread];
    if (thread.seen_at + 1 != choices_ && candidate.thread != choice.current) {
      const bool starts = candidate.next->kind == OperationKind::kThreadStart;
      thread.clock = std::max(thread.clock, now + about(starts ? kThreadStart : kWakeUp));
    }
    thread.seen_at = choices_;
    if (thread.has_news || candidate.deadline != thread.deadline) look_at(candidate, choice);
    chosen = thread.clock < least ? candidate.thread : chosen;
    least = thread.clock < least ? thread.clock : least;
  }
  return Decision::go(chosen);
}

void Native::look_at(const Candidate& candidate, const Choice& choice) {
  State& thread = threads_[candidate.thread];
  if (candidate.deadline != thread.deadline) {
    if (candidate.deadline > choice.now) thread.clock += candidate.deadline - choice.now;
    thread.deadline = candidate.deadline;
  }
  if (!thread.has_news) return;
  thread.has_news = false;
  thread.clock += delay(*random_, choice, thread.clock);
}

void Native::executed(const Event& event) {
  meet(event.thread);
  State& thread = threads_[event.thread];
  thread.has_news = true;
  thread.deadline = 0;
}

}  // namespace heddle
