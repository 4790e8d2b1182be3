#include "schedule/urw.h"

namespace heddle {

ThreadId draw_weighted(std::span<const Candidate> candidates, const Remaining& remaining, Random& random) {
  double sum = 0;
  for (const Candidate& candidate : candidates) sum += remaining.weight(candidate.thread);
  double place = random.unit() * sum;
  for (const Candidate& candidate : candidates) {
    place -= remaining.weight(candidate.thread);
    if (place < 0) return candidate.thread;
  }
  return candidates.back().thread;
}

void Urw::begin(const RunContext& run) {
  random_ = &run.random;
  remaining_.begin();
}

Decision Urw::choose(const Choice& choice) {
  return Decision::go(draw_weighted(choice.enabled, remaining_, *random_));
}

void Urw::executed(const Event& event) {
  remaining_.performed(event.thread);
  if (event.kind == OperationKind::kThreadCreate && event.detail != kNoThread)
    remaining_.created(event.thread, static_cast<ThreadId>(event.detail));
}

}  // namespace heddle
