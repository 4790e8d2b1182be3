// The lock-free queue of Michael and Scott ("Simple, Fast, and Practical Non-Blocking and Blocking Concurrent
// Queue Algorithms", 1996).
#pragma once

#include <atomic>
#include <optional>

#include "../support/node_pool.h"

namespace subjects {

class MSQueue {
 public:
  MSQueue() : head_(nodes_.create(0, nullptr)), tail_(head_.load()) {}
  MSQueue(const MSQueue&) = delete;
  MSQueue& operator=(const MSQueue&) = delete;

  void enqueue(int value) {
    Node* node = nodes_.create(value, nullptr);
    while (true) {
      Node* tail = tail_.load();
      Node* next = tail->next.load();
      if (next != nullptr) {
        tail_.compare_exchange_strong(tail, next);
      } else if (tail->next.compare_exchange_strong(next, node)) {
        tail_.compare_exchange_strong(tail, node);
        return;
      }
    }
  }

  // Nothing if the queue is empty.
  std::optional<int> dequeue() {
    while (true) {
      Node* head = head_.load();
      Node* tail = tail_.load();
      Node* next = head->next.load();
      if (next == nullptr) return std::nullopt;
      if (head == tail) {
        tail_.compare_exchange_strong(tail, next);
      } else if (head_.compare_exchange_strong(head, next)) {
        return next->value;
      }
    }
  }

  bool empty() const { return head_.load()->next.load() == nullptr; }

 private:
  struct Node {
    int value;
    std::atomic<Node*> next;
  };

  NodePool<Node> nodes_;
  std::atomic<Node*> head_;  // the node before the first
  std::atomic<Node*> tail_;  // the last node, or the one before
};

}  // namespace subjects
