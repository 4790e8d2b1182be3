// A linked queue without locks, after Valois ("Implementing Lock-Free Queues", 1994): the tail is only a hint
// where to look for the last node, so that an enqueue needs one compare-and-swap.
#pragma once

#include <atomic>
#include <optional>

#include "../support/node_pool.h"

namespace subjects {

class LockfreeQueue {
 public:
  LockfreeQueue() : head_(nodes_.create(0, nullptr)), tail_hint_(head_.load()) {}
  LockfreeQueue(const LockfreeQueue&) = delete;
  LockfreeQueue& operator=(const LockfreeQueue&) = delete;

  void enqueue(int value) {
    Node* node = nodes_.create(value, nullptr);
    Node* last = tail_hint_.load();
    Node* next = nullptr;
    while (!last->next.compare_exchange_strong(next, node)) {
      last = next;
      next = nullptr;
    }
    tail_hint_.store(node);
  }

  // Nothing if the queue is empty.
  std::optional<int> dequeue() {
    Node* head = head_.load();
    while (true) {
      Node* first = head->next.load();
      if (first == nullptr) return std::nullopt;
      if (head_.compare_exchange_strong(head, first)) return first->value;
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
  std::atomic<Node*> tail_hint_;
};

}  // namespace subjects
