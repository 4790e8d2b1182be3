// A hash table with chains; a lock guards every fourth bucket (Herlihy and Shavit, "The Art of Multiprocessor
// Programming", section 13.2.2, without resizing).
#pragma once

#include <array>
#include <cstddef>

#include "../support/node_pool.h"
#include "../support/spin_lock.h"

namespace subjects {

class LockBasedHashTable {
 public:
  LockBasedHashTable() = default;
  LockBasedHashTable(const LockBasedHashTable&) = delete;
  LockBasedHashTable& operator=(const LockBasedHashTable&) = delete;

  // False if the key is there already.
  bool insert(int key) {
    SpinLock& lock = lock_of(key);
    lock.lock();
    Node** link = find(key);
    const bool inserted = *link == nullptr;
    if (inserted) *link = nodes_.create(key, nullptr);
#if HEDDLE_MUTANT != 91
    lock.unlock();
#endif
    return inserted;
  }

  // False if the key is not there.
  bool remove(int key) {
    SpinLock& lock = lock_of(key);
    lock.lock();
    Node** link = find(key);
    const bool removed = *link != nullptr;
    if (removed) *link = (*link)->next;
    lock.unlock();
    return removed;
  }

  bool contains(int key) {
    SpinLock& lock = lock_of(key);
    lock.lock();
    const bool contained = *find(key) != nullptr;
    lock.unlock();
    return contained;
  }

  // Holds all locks, so that the number is that of one moment.
  int size() {
    for (SpinLock& lock : locks_) lock.lock();
    int size = 0;
    for (const Node* node : buckets_) {
      for (; node != nullptr; node = node->next) ++size;
    }
    for (SpinLock& lock : locks_) lock.unlock();
    return size;
  }

 private:
  struct Node {
    int key;
    Node* next;
  };

  static constexpr std::size_t kBuckets = 8;
  static constexpr std::size_t kLocks = 4;

  static std::size_t hash(int key) { return static_cast<unsigned>(key); }

  SpinLock& lock_of(int key) { return locks_[hash(key) % kLocks]; }

  // The link that leads to the key's node, or the one at the end of its chain.
  Node** find(int key) {
    Node** link = &buckets_[hash(key) % kBuckets];
    while (*link != nullptr && (*link)->key != key) link = &(*link)->next;
    return link;
  }

  std::array<SpinLock, kLocks> locks_;
  std::array<Node*, kBuckets> buckets_ = {};
  NodePool<Node> nodes_;
};

}  // namespace subjects
