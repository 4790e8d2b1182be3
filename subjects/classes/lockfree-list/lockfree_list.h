// A sorted list without locks, after Harris ("A Pragmatic Implementation of Non-Blocking Linked-Lists", 2001)
// and Michael: a node is removed when the link out of it is marked, and unlinked by whoever passes by.
#pragma once

#include <atomic>
#include <cstdint>

#include "../support/node_pool.h"

namespace subjects {

class LockfreeList {
 public:
  LockfreeList() = default;
  LockfreeList(const LockfreeList&) = delete;
  LockfreeList& operator=(const LockfreeList&) = delete;

  // False if the key is there already.
  bool insert(int key) {
    while (true) {
      const auto [link, current] = find(key);
      if (current != nullptr && current->key == key) return false;
      Node* node = nodes_.create(key, to_link(current));
      if (replace(*link, to_link(current), to_link(node))) return true;
    }
  }

  // False if the key is not there.
  bool remove(int key) {
    while (true) {
      const auto [link, current] = find(key);
      if (current == nullptr || current->key != key) return false;
      Link next = current->next.load();
      if (is_marked(next) || !current->next.compare_exchange_strong(next, next | kMark)) continue;
      Link expected = to_link(current);
      link->compare_exchange_strong(expected, next);
      return true;
    }
  }

  bool contains(int key) const {
    const Node* current = to_node(head_.load());
    while (current != nullptr && current->key < key) current = to_node(current->next.load());
    return current != nullptr && current->key == key && !is_marked(current->next.load());
  }

 private:
  // The address of the next node; its lowest bit marks the node that the link leaves.
  using Link = std::uintptr_t;
  static constexpr Link kMark = 1;

  struct Node {
    int key;
    std::atomic<Link> next;
  };

  struct Position {
    std::atomic<Link>* link;  // the one that leads to current
    Node* current;            // the first node whose key is not less
  };

  static Link to_link(Node* node) { return reinterpret_cast<Link>(node); }
  static Node* to_node(Link link) { return reinterpret_cast<Node*>(link & ~kMark); }
  static bool is_marked(Link link) { return (link & kMark) != 0; }

  static bool replace(std::atomic<Link>& link, Link expected, Link desired) {
#if HEDDLE_MUTANT == 11
    if (link.load() != expected) return false;
    link.store(desired);
    return true;
#else
    return link.compare_exchange_strong(expected, desired);
#endif
  }

  Position find(int key) {
  restart:
    std::atomic<Link>* link = &head_;
    Node* current = to_node(link->load());
    while (current != nullptr) {
      const Link next = current->next.load();
      if (is_marked(next)) {
        Link expected = to_link(current);
        if (!link->compare_exchange_strong(expected, next & ~kMark)) goto restart;
      } else {
        if (current->key >= key) break;
        link = &current->next;
      }
      current = to_node(next);
    }
    return {link, current};
  }

  std::atomic<Link> head_ = 0;
  NodePool<Node> nodes_;
};

}  // namespace subjects
