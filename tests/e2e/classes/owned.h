// Classes that know their threads. Desk is used by the thread that opened it: close() by another one aborts,
// in whatever order the calls are made, so no two of them have to overlap. Careless has the same rule, and a
// bug.
#pragma once

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>

class Desk {
 public:
  void open() {
    const std::scoped_lock lock(mutex_);
    owner_ = std::this_thread::get_id();
  }
  void close() {
    const std::scoped_lock lock(mutex_);
    if (owner_ != std::thread::id() && owner_ != std::this_thread::get_id()) std::abort();
    owner_ = {};
  }

 private:
  std::mutex mutex_;
  std::thread::id owner_;
};

class Careless {
 public:
  void open() {
    const std::scoped_lock lock(mutex_);
    owner_ = std::this_thread::get_id();
  }
  void close() {
    const std::scoped_lock lock(mutex_);
    if (owner_ != std::thread::id() && owner_ != std::this_thread::get_id()) std::abort();
    owner_ = {};
  }
  void serve() { served_ = served_ + 1; }
  int served() const { return served_; }

 private:
  std::mutex mutex_;
  std::thread::id owner_;
  std::atomic<int> served_{0};
};
