#include "schedule/priority_schedule.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace heddle {

std::vector<unsigned> draw_priorities(std::uint64_t threads, unsigned depth, Random& random) {
  std::vector<unsigned> priorities(threads);
  std::iota(priorities.begin(), priorities.end(), depth);
  for (std::size_t i = priorities.size(); i > 1; --i)
    std::swap(priorities[i - 1], priorities[random.below(i)]);
  return priorities;
}

void PriorityScheduling::begin(const RunContext& run) {
  random_ = &run.random;
  plan_ = draw(run.random);
  priorities_.clear();
  count_ = 0;
  lowest_ = 0;
  chosen_in_vain_ = 0;
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

double PriorityScheduling::priority_of(ThreadId thread) {
  while (priorities_.size() <= thread) [[unlikely]]
    priorities_.push_back(first_priority(static_cast<ThreadId>(priorities_.size())));
  return priorities_[thread];
}

Decision PriorityScheduling::choose(const Choice& choice) {
  const auto first = [&] {
    const Candidate* best = &choice.enabled.front();
    double highest = priority_of(best->thread);
    for (const Candidate& candidate : choice.enabled.subspan(1)) {
      const double priority = priority_of(candidate.thread);
      if (priority > highest) {
        highest = priority;
        best = &candidate;
      }
    }
    return best;
  };
  const Candidate* chosen = first();
  if (fair_ && gives_way(choice, *chosen)) [[unlikely]] {
    priorities_[chosen->thread] = --lowest_;
    chosen = first();
  }
  return Decision::go(chosen->thread);
}

bool PriorityScheduling::gives_way(const Choice& choice, const Candidate& first) {
  const bool spins = choice.without_progress >= kPatience && ++chosen_in_vain_ >= kPatience;
  if (spins) chosen_in_vain_ = 0;
  return spins || first.next->kind == OperationKind::kYield;
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
