// Quiescently consistent, no more: put() leaves an item where a put() that is still under way publishes it.
#pragma once

#include <atomic>

class Tally {
 public:
  void add() {
    pending_.fetch_add(1);
    if (busy_.exchange(true)) return;  // whoever is busy does it, in the end
    do {
      total_.fetch_add(pending_.exchange(0));
      busy_ = false;
    } while (pending_ != 0 && !busy_.exchange(true));
  }
  int total() const { return total_; }

 private:
  std::atomic<int> pending_{0};
  std::atomic<bool> busy_{false};
  std::atomic<int> total_{0};
};
