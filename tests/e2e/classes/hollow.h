// Its main method takes what only its owner can make.
#pragma once

#include <mutex>

class Secret {
  friend class Vault;
  explicit Secret(int number) : number_(number) {}
  int number_;
};

class Vault {
 public:
  void insert(Secret secret) {
    std::lock_guard<std::mutex> lock(mutex_);
    sum_ += secret.number_;
  }
  int sum() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return sum_;
  }

 private:
  mutable std::mutex mutex_;
  int sum_ = 0;
};
