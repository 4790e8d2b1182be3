// estimate() says what it likes, and answer() what is wrong even alone.
#pragma once

#include <atomic>

class Dice {
 public:
  int estimate() { return calls_.fetch_add(1) + calls_.fetch_add(1); }
  void roll() { rolls_.fetch_add(1); }
  int rolls() const { return rolls_; }

 private:
  std::atomic<int> calls_{0};
  std::atomic<int> rolls_{0};
};
