// The visited part of the tree of schedules: a node for each prefix, given by the thread chosen at each
// point. Knows which prefixes have nothing unseen below them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "event/ids.h"
#include "strategies/prefix_search.h"

namespace heddle {

class ScheduleTree {
 public:
  using Node = std::uint32_t;
  static constexpr Node kRoot = 0;
  static constexpr Node kNone = ~Node{0};

  ScheduleTree() { clear(); }

  void clear() { nodes_.assign(1, {}); }
  std::size_t size() const { return nodes_.size(); }

  // The node behind a choice; made, if it was not visited yet.
  Node enter(Node node, ThreadId thread);
  // kNone: not visited yet.
  Node find(Node node, ThreadId thread) const;
  // So many threads can be chosen there.
  void set_enabled(Node node, std::size_t count);
  // An execution ended there: it has no choices below it.
  void complete(Node leaf);

  // Everything below it has been seen.
  bool is_explored(Node node) const { return nodes_[node].explored; }

  Prefix path_to(Node node) const;
  ThreadId thread_of(Node node) const { return nodes_[node].thread; }
  // kNone above the root.
  Node parent(Node node) const { return nodes_[node].parent; }

 private:
  struct Visited {
    Node parent = kNone;
    Node first_child = kNone;
    Node next_sibling = kNone;
    ThreadId thread = kNoThread;
    std::uint16_t enabled = 0;            // 0: not known
    std::uint16_t explored_children = 0;  // of these
    bool explored = false;
  };

  std::vector<Visited> nodes_;
};

}  // namespace heddle
