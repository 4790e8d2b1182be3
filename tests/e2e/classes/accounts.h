#pragma once

#include <mutex>

class Account {
 public:
  void deposit(unsigned amount) {
    const std::scoped_lock lock(mutex_);
    balance_ += amount;
  }

  // Locks in the order in which it is asked.
  void take_all_of(Account& other) {
    if (&other == this) return;
    const std::scoped_lock mine(mutex_);
    const std::scoped_lock theirs(other.mutex_);
    balance_ += other.balance_;
    other.balance_ = 0;
  }

  unsigned balance() const {
    const std::scoped_lock lock(mutex_);
    return balance_;
  }

 private:
  mutable std::mutex mutex_;
  unsigned balance_ = 0;
};
