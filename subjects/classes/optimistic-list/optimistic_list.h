// A sorted list that is searched without locks; what was found is locked, and then validated by a second
// search (Herlihy and Shavit, "The Art of Multiprocessor Programming", section 9.6).
#pragma once

#include <atomic>

#include "../support/node_pool.h"
#include "../support/spin_lock.h"

namespace subjects {

class OptimisticList {
 public:
  OptimisticList() : tail_(nodes_.create(0, nullptr)), head_(nodes_.create(0, tail_)) {}
  OptimisticList(const OptimisticList&) = delete;
  OptimisticList& operator=(const OptimisticList&) = delete;

  // False if the key is there already.
  bool insert(int key) {
    while (true) {
      const Position position = find(key);
#if HEDDLE_MUTANT != 21 && HEDDLE_MUTANT != 22
      lock(position);
#endif
      const bool valid = validate(position);
      const bool inserted = valid && !holds(position, key);
      if (inserted) position.predecessor->next.store(nodes_.create(key, position.current));
#if HEDDLE_MUTANT != 21
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
      if (removed) position.predecessor->next.store(position.current->next.load());
      unlock(position);
      if (valid) return removed;
    }
  }

  bool contains(int key) {
    while (true) {
      const Position position = find(key);
      lock(position);
      const bool valid = validate(position);
      const bool contained = valid && holds(position, key);
      unlock(position);
      if (valid) return contained;
    }
  }

 private:
  struct Node {
    Node(int node_key, Node* node_next) : key(node_key), next(node_next) {}

    const int key;
    std::atomic<Node*> next;
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
  bool validate(Position position) const {
    for (Node* node = head_; node != tail_; node = node->next.load()) {
      if (node == position.predecessor) return node->next.load() == position.current;
    }
    return false;
  }

  NodePool<Node> nodes_;
  Node* const tail_;
  Node* const head_;
};

}  // namespace subjects
