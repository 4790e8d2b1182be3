#include "schedule/native.h"

#include <algorithm>

namespace heddle {

void Native::begin(const RunContext& run) {
  random_ = &run.random;
  threads_.clear();
  choices_ = steps_ = 0;
}

std::uint64_t Native::delay(Random&, std::uint64_t) {
  return 0;
}

// Half to one and a half of it.
std::uint64_t Native::about(std::uint64_t nanoseconds) {
  return nanoseconds / 2 + random_->below(nanoseconds + 1);
}

Native::State& Native::at(ThreadId thread) {
  if (thread >= threads_.size()) threads_.resize(thread + 1u);
  return threads_[thread];
}

// What was done since the last choice took time, and whoever was woken by it was woken then.
void Native::advance(const Choice& choice) {
  State& current = at(choice.current);
  current.clock += about(kOperation) + (choice.step - steps_) * kPrivateStep;
  steps_ = choice.step;
  ++choices_;
  const std::uint64_t now = current.clock;
  for (const Candidate& candidate : choice.enabled) {
    State& thread = at(candidate.thread);
    if (thread.seen_at + 1 != choices_ && candidate.thread != choice.current) {
      const bool starts = candidate.next->kind == OperationKind::kThreadStart;
      thread.clock = std::max(thread.clock, now + about(starts ? kThreadStart : kWakeUp));
    }
    thread.seen_at = choices_;
  }
}

std::uint64_t Native::to_next(const Candidate& candidate, const Choice& choice) {
  const std::uint64_t own = at(candidate.thread).clock;
  std::uint64_t distance = 0;
  for (const Candidate& other : choice.enabled) {
    const std::uint64_t clock = at(other.thread).clock;
    if (clock > own && (distance == 0 || clock - own < distance)) distance = clock - own;
  }
  return distance;
}

void Native::look_at(const Candidate& candidate, const Choice& choice) {
  State& thread = at(candidate.thread);
  if (candidate.deadline != thread.deadline) {
    if (candidate.deadline > choice.now) thread.clock += candidate.deadline - choice.now;
    thread.deadline = candidate.deadline;
  }
  if (!thread.has_news) return;
  thread.has_news = false;
  thread.clock += delay(*random_, to_next(candidate, choice));
}

Decision Native::choose(const Choice& choice) {
  advance(choice);
  ThreadId chosen = kNoThread;
  for (const Candidate& candidate : choice.enabled) {
    look_at(candidate, choice);
    if (chosen == kNoThread || at(candidate.thread).clock < at(chosen).clock) chosen = candidate.thread;
  }
  return Decision::go(chosen);
}

void Native::executed(const Event& event) {
  State& thread = at(event.thread);
  thread.has_news = true;
  thread.deadline = 0;
}

}  // namespace heddle
