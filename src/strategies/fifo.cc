#include "strategies/fifo.h"

namespace heddle {

void Fifo::begin(const RunContext&) {
  last_ran_.clear();
  clock_ = 0;
}

Decision Fifo::choose(const Choice& choice) {
  const bool spinning = choice.without_progress >= kPatience && choice.without_progress % kPatience == 0;
  bool lets_others_go = false;
  for (const Candidate& candidate : choice.enabled)
    if (candidate.thread == choice.current) lets_others_go = gives_way(candidate.next->kind);
  ++clock_;
  if (choice.current >= last_ran_.size()) last_ran_.resize(choice.current + 1u);
  last_ran_[choice.current] = clock_;  // it went on until now, without being chosen where there was no choice
  ThreadId chosen = newest_first_ ? choice.enabled.back().thread : choice.current;
  if (newest_first_ && !spinning && !lets_others_go) return Decision::go(chosen);
  if (!choice.current_enabled || spinning || lets_others_go) {
    chosen = kNoThread;
    for (const Candidate& candidate : choice.enabled) {
      if (candidate.thread >= last_ran_.size()) last_ran_.resize(candidate.thread + 1u);
      if (candidate.thread == choice.current && choice.enabled.size() > 1) continue;
      if (chosen == kNoThread || last_ran_[candidate.thread] < last_ran_[chosen]) chosen = candidate.thread;
    }
  }
  if (chosen >= last_ran_.size()) last_ran_.resize(chosen + 1u);
  last_ran_[chosen] = clock_;
  return Decision::go(chosen);
}

}  // namespace heddle
