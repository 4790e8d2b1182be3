#include "strategies/schedule_tree.h"

#include <algorithm>

namespace heddle {

ScheduleTree::Node ScheduleTree::find(Node node, ThreadId thread) const {
  Node child = nodes_[node].first_child;
  while (child != kNone && nodes_[child].thread != thread) child = nodes_[child].next_sibling;
  return child;
}

ScheduleTree::Node ScheduleTree::enter(Node node, ThreadId thread) {
  if (const Node known = find(node, thread); known != kNone) return known;
  const auto child = static_cast<Node>(nodes_.size());
  Visited visited;
  visited.parent = node;
  visited.next_sibling = nodes_[node].first_child;
  visited.thread = thread;
  nodes_.push_back(visited);
  nodes_[node].first_child = child;
  return child;
}

void ScheduleTree::set_enabled(Node node, std::size_t count) {
  nodes_[node].enabled = static_cast<std::uint16_t>(count);
}

void ScheduleTree::complete(Node leaf) {
  for (Node node = leaf; node != kNone && !nodes_[node].explored; node = nodes_[node].parent) {
    Visited& visited = nodes_[node];
    if (node != leaf && ++visited.explored_children < visited.enabled) return;
    visited.explored = true;
  }
}

Prefix ScheduleTree::path_to(Node node) const {
  Prefix path;
  for (; nodes_[node].parent != kNone; node = nodes_[node].parent) path.push_back(nodes_[node].thread);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace heddle
