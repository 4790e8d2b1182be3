// A sorted list whose nodes are marked before they are unlinked, so that what was found and locked can be
// validated without a second search, and contains() needs no lock (Heller and others, "A Lazy Concurrent
// List-Based Set Algorithm", 2005).
#pragma once

#include <atomic>

#include "../support/node_pool.h"
#include "../support/spin_lock.h"

namespace subjects {

class LazyList {
 public:
  LazyList() : tail_(nodes_.create(0, nullptr)), head_(nodes_.create(0, tail_)) {}
  LazyList(const LazyList&) = delete;
  LazyList& operator=(const LazyList&) = delete;

  // False if the key is there already.
  bool insert(int key) {
    while (true) {
      const Position position = find(key);
#if HEDDLE_MUTANT != 31 && HEDDLE_MUTANT != 32
      lock(position);
#endif
      const bool valid = validate(position);
      const bool inserted = valid && !holds(position, key);
      if (inserted) position.predecessor->next.store(nodes_.create(key, position.current));
#if HEDDLE_MUTANT != 31
      unlock(position);
#endif
      if (valid) return inserted;
    }
  }

  // False if the key is not there.
  bool remove(int key) {
    while (true) {
      const Position position = find(key);
      lock(position);
      const bool valid = validate(position);
      const bool removed = valid && holds(position, key);
      if (removed) {
        position.current->removed.store(true);
        position.predecessor->next.store(position.current->next.load());
      }
      unlock(position);
      if (valid) return removed;
    }
  }

  bool contains(int key) const {
    const Position position = find(key);
    return holds(position, key) && !position.current->removed.load();
  }

 private:
  struct Node {
    Node(int node_key, Node* node_next) : key(node_key), next(node_next) {}

    const int key;
    std::atomic<Node*> next;
    std::atomic<bool> removed = false;
    SpinLock lock;
  };

  struct Position {
    Node* predecessor;
    Node* current;  // the first node whose key is not less, or the tail
  };

  static void lock(Position position) {
    position.predecessor->lock.lock();
    position.current->lock.lock();
  }
  static void unlock(Position position) {
    position.current->lock.unlock();
    position.predecessor->lock.unlock();
  }

  bool holds(Position position, int key) const {
    return position.current != tail_ && position.current->key == key;
  }

  Position find(int key) const {
    Node* predecessor = head_;
    Node* current = head_->next.load();
    while (current != tail_ && current->key < key) {
      predecessor = current;
      current = current->next.load();
    }
    return {predecessor, current};
  }

  // Whether the two nodes are still in the list, and neighbours.
  static bool validate(Position position) {
    return !position.predecessor->removed.load() && !position.current->removed.load() &&
           position.predecessor->next.load() == position.current;
  }

  NodePool<Node> nodes_;
  Node* const tail_;
  Node* const head_;
};

}  // namespace subjects
