// Treiber's stack, with exponential backoff: who fails to swap the top leaves it alone for a while (Herlihy
// and Shavit, "The Art of Multiprocessor Programming", section 11.2).
#pragma once

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>

#include "../support/node_pool.h"

namespace subjects {

class BackoffStack {
 public:
  BackoffStack() = default;
  BackoffStack(const BackoffStack&) = delete;
  BackoffStack& operator=(const BackoffStack&) = delete;

  void push(int value) {
    Node* node = nodes_.create(value, top_.load());
    Backoff backoff;
    while (!top_.compare_exchange_strong(node->next, node)) backoff.wait();
  }

  // Nothing if the stack is empty.
  std::optional<int> pop() {
    Backoff backoff;
    Node* top = top_.load();
    while (top != nullptr && !top_.compare_exchange_strong(top, top->next)) backoff.wait();
    return top == nullptr ? std::nullopt : std::optional(top->value);
  }

  bool empty() const { return top_.load() == nullptr; }

 private:
  struct Node {
    int value;
    Node* next;
  };

  class Backoff {
   public:
    void wait() {
      for (int turn = 0; turn < turns_; ++turn) std::this_thread::yield();
      turns_ = std::min(2 * turns_, kMaxTurns);
    }

   private:
    static constexpr int kMaxTurns = 8;
    int turns_ = 1;
  };

  std::atomic<Node*> top_ = nullptr;
  NodePool<Node> nodes_;
};

}  // namespace subjects
