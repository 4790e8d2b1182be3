#include "strategies/priority_schedule.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "strategies/highest.h"

namespace heddle {

std::vector<unsigned> draw_priorities(std::uint64_t threads, unsigned depth, Random& random) {
  std::vector<unsigned> priorities(threads);
  std::iota(priorities.begin(), priorities.end(), depth);
  random.shuffle(priorities);
  return priorities;
}

void PriorityScheduling::begin(const RunContext& run) {
  random_ = &run.random;
  plan_ = draw(run.random);
  priorities_.clear();
  count_ = 0;
  lowest_ = 0;
  spin_watch_.begin();
  find_next_change();
}

void PriorityScheduling::find_next_change() {
  next_change_ = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t point : plan_.change_points)
    if (point > count_) next_change_ = std::min(next_change_, point);
}

double PriorityScheduling::first_priority(ThreadId thread) {
  if (thread < plan_.initial.size()) return plan_.initial[thread];
  const auto depth = static_cast<double>(plan_.change_points.size() + 1);
  return depth - 0.5 + random_->unit() * thread;
}

void PriorityScheduling::meet(ThreadId thread) {
  while (priorities_.size() <= thread)
    priorities_.push_back(first_priority(static_cast<ThreadId>(priorities_.size())));
}

Decision PriorityScheduling::choose(const Choice& choice) {
  meet(choice.enabled.back().thread);
  const auto first = [&] {
    const double* const priorities = priorities_.data();
    return highest(choice.enabled, [priorities](const Candidate& each) { return priorities[each.thread]; });
  };
  const Candidate chosen = first();
  if (!fair_ || !gives_way(choice, chosen)) [[likely]]
    return Decision::go(chosen.thread);
  priorities_[chosen.thread] = --lowest_;
  return Decision::go(first().thread);
}

bool PriorityScheduling::gives_way(const Choice& choice, const Candidate& first) {
  return spin_watch_.spins(choice) || first.next->kind == OperationKind::kYield;
}

void PriorityScheduling::executed(const Event& event) {
  if (!belongs(event, counted_) || ++count_ != next_change_) [[likely]]
    return;
  const auto& points = plan_.change_points;
  const auto point = std::find(points.begin(), points.end(), count_);
  set_priority(event.thread, static_cast<double>(point - points.begin() + 1));
  find_next_change();
}

}  // namespace heddle
