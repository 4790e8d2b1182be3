#include "strategies/replay.h"

namespace heddle {

void Replay::begin(const RunContext& run) {
  notes_.begin(run);
  run_ = 0;
  steps_in_run_ = 0;
  step_ = 0;
  divergence_.reset();
}

Decision Replay::diverge(ThreadId thread, StepKind found, std::string reason, bool schedule_ended) {
  if (!divergence_) {
    StepKind expected;
    if (step_ < record_.steps.size()) expected = record_.kinds[record_.steps[step_]];
    divergence_ = Divergence{step_, thread, expected, found, schedule_ended, std::move(reason)};
  }
  return Decision::abandon();
}

bool Replay::agree(const StepKind& recorded, const StepKind& found) {
  return recorded.kind == found.kind && (recorded.site == found.site || recorded.site == kAnySite);
}

Decision Replay::choose(const Choice& choice) {
  while (run_ < schedule_.size() && steps_in_run_ >= schedule_[run_].steps) {
    ++run_;
    steps_in_run_ = 0;
  }
  if (run_ == schedule_.size()) {
    const Candidate& first = choice.enabled.front();
    return diverge(first.thread, {first.next->kind, first.next->site},
                   "the schedule ends here, but the program goes on", true);
  }
  const ThreadId wanted = schedule_[run_].thread;
  for (const Candidate& candidate : choice.enabled) {
    if (candidate.thread != wanted) continue;
    const StepKind found{candidate.next->kind, candidate.next->site};
    if (step_ < record_.steps.size() && !agree(record_.kinds[record_.steps[step_]], found))
      return diverge(wanted, found, "the thread is about to do something else");
    notes_.decided(choice, wanted);
    return Decision::go(wanted);
  }
  return diverge(wanted, {}, "the thread cannot go on");
}

std::uint32_t Replay::choose_store(const StoreChoice&) {
  if (run_ >= schedule_.size()) return 0;
  const Run& run = schedule_[run_];
  return steps_in_run_ + 1 == run.steps ? run.store : 0;
}

void Replay::executed(const Event&) {
  notes_.happened();
  ++step_;
  ++steps_in_run_;
}

}  // namespace heddle
