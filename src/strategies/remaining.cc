#include "strategies/remaining.h"

#include <algorithm>

namespace heddle {

void Remaining::begin() {
  expected_.resize(profile_.nodes());
  for (Profile::Node node = 0; node < expected_.size(); ++node) expected_[node] = profile_.events_of(node);
  add_up_and_start();
}

void Remaining::begin(const std::vector<LocationId>& selected) {
  expected_.assign(profile_.nodes(), 0);
  for (const LocationId location : selected)
    profile_.for_each_share(location,
                            [this](const Profile::Share& share) { expected_[share.node] += share.events; });
  add_up_and_start();
}

void Remaining::add_up_and_start() {
  // A creator's number is smaller than those of the threads that it creates.
  for (std::size_t node = expected_.size(); node-- > 1;)
    expected_[profile_.parent(static_cast<Profile::Node>(node))] += expected_[node];
  threads_.assign(1, {.node = Profile::kMain, .children = 0, .left = expected_[Profile::kMain]});
}

ThreadId Remaining::draw(std::span<const Candidate> candidates, Random& random) {
  at(candidates.back().thread);
  if (sums_.size() < candidates.size()) sums_.resize(candidates.size());
  double sum = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    sum += std::max(threads_[candidates[i].thread].left, kLeastWeight);
    sums_[i] = sum;
  }
  const double place = random.unit() * sum;
  std::size_t before = 0;  // candidates whose share ends before the place
  for (std::size_t i = 0; i + 1 < candidates.size(); ++i) before += sums_[i] <= place ? 1 : 0;
  return candidates[before].thread;
}

void Remaining::created(ThreadId creator, ThreadId thread) {
  at(std::max(creator, thread));  // so that both references below stay valid
  State& parent = at(creator);
  State& child = at(thread);
  child = {.node = profile_.child(parent.node, parent.children++), .children = 0, .left = 0};
  if (child.node == Profile::kUnknown) return;
  child.left = expected_[child.node];
  parent.left = std::max(0.0, parent.left - child.left);
}

}  // namespace heddle
