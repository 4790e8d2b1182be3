// A linked queue under one lock.
#pragma once

#include <mutex>
#include <optional>

#include "../support/node_pool.h"
#include "../support/spin_lock.h"

namespace subjects {

class SimpleQueue {
 public:
  SimpleQueue() = default;
  SimpleQueue(const SimpleQueue&) = delete;
  SimpleQueue& operator=(const SimpleQueue&) = delete;

  void enqueue(int value) {
    Node* node = nodes_.create(value, nullptr);
#if HEDDLE_MUTANT != 41 && HEDDLE_MUTANT != 43
    lock_.lock();
#endif
    if (last_ == nullptr) {
      first_ = node;
    } else {
      last_->next = node;
    }
    last_ = node;
    ++size_;
#if HEDDLE_MUTANT != 41
    lock_.unlock();
#endif
  }

  // Nothing if the queue is empty.
  std::optional<int> dequeue() {
    std::optional<int> value;
#if HEDDLE_MUTANT != 42 && HEDDLE_MUTANT != 44
    lock_.lock();
#endif
    if (first_ != nullptr) {
      value = first_->value;
      first_ = first_->next;
      if (first_ == nullptr) last_ = nullptr;
      --size_;
    }
#if HEDDLE_MUTANT != 42
    lock_.unlock();
#endif
    return value;
  }

  bool empty() const {
    std::lock_guard lock(lock_);
    return first_ == nullptr;
  }

  int size() const {
    std::lock_guard lock(lock_);
    return size_;
  }

 private:
  struct Node {
    int value;
    Node* next;
  };

  mutable SpinLock lock_;
  Node* first_ = nullptr;
  Node* last_ = nullptr;
  int size_ = 0;
  NodePool<Node> nodes_;
};

}  // namespace subjects
