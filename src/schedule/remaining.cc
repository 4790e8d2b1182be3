#include "schedule/remaining.h"

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
