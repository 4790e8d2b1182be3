// Whether a switch is a choice (a preemption), or the thread cannot or need not run for now.
#pragma once

#include "strategies/spin_watch.h"
#include "strategies/strategy.h"

namespace heddle {

// It sleeps, yields or waits for a time: it offers its place. What the thread that runs is about to wake up
// from has just begun to wait. Needs::time tells the deadlines.
inline bool gives_way(const Candidate& candidate) {
  return candidate.deadline != 0 || gives_way(candidate.next->kind) ||
         candidate.next->kind == OperationKind::kWake;
}

// A thread that has changed nothing for so long waits for others to do so.
inline bool seems_to_spin(const Choice& choice) {
  return choice.without_progress >= SpinWatch::kPatience;
}

// Another thread is chosen although the running one could continue its work.
inline bool is_preemption(const Choice& choice, ThreadId chosen) {
  if (chosen == choice.current || !choice.current_enabled || seems_to_spin(choice)) return false;
  for (const Candidate& candidate : choice.enabled)
    if (candidate.thread == choice.current) return !gives_way(candidate);
  return false;
}

}  // namespace heddle
