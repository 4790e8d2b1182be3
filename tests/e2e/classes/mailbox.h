// Boxes of atomics, one of them with an order that is too weak.
#pragma once

#include <atomic>

// Who sees that it is full may still see what was in there before.
class LeakyMailbox {
 public:
  void put(int value) {
    value_.store(value, std::memory_order_relaxed);
    full_.store(true, std::memory_order_relaxed);  // should release
  }
  int look() const {
    if (!full_.load(std::memory_order_acquire)) return -1;
    return value_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<int> value_{-2};
  std::atomic<bool> full_{false};
};

class Mailbox {
 public:
  void put(int value) {
    value_.store(value, std::memory_order_relaxed);
    full_.store(true, std::memory_order_release);
  }
  int look() const {
    if (!full_.load(std::memory_order_acquire)) return -1;
    return value_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<int> value_{-2};
  std::atomic<bool> full_{false};
};

// Orders nothing but itself: who knows nothing of an addition may read what was before it.
class RelaxedCounter {
 public:
  void add() { count_.fetch_add(1, std::memory_order_relaxed); }
  int get() const { return count_.load(std::memory_order_relaxed); }

 private:
  std::atomic<int> count_{0};
};
