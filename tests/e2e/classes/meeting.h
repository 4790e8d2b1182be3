// Calls that only other calls let go on. Barrier's arrive() spins until three threads have come, and Bell's
// wait() sleeps until ring() is called while it waits: in no order, one after the other, do they return. Both
// are right. CountingBell loses rings, which has nothing to do with that.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

class Barrier {
 public:
  void arrive() {
    const int mine = arrived_.fetch_add(1) / 3;
    while (arrived_.load() / 3 == mine) std::this_thread::yield();
  }

 private:
  std::atomic<int> arrived_{0};
};

class Bell {
 public:
  bool wait() {
    std::unique_lock lock(mutex_);
    const int before = rings_;
    rung_.wait(lock, [&] { return rings_ != before; });
    return true;
  }
  void ring() {
    const std::scoped_lock lock(mutex_);
    ++rings_;
    rung_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable rung_;
  int rings_ = 0;
};

class CountingBell {
 public:
  bool wait() {
    std::unique_lock lock(mutex_);
    const int before = rings_;
    rung_.wait(lock, [&] { return rings_ != before; });
    return true;
  }
  void ring() {
    count_ = count_ + 1;
    const std::scoped_lock lock(mutex_);
    ++rings_;
    rung_.notify_all();
  }
  int count() const { return count_; }

 private:
  std::mutex mutex_;
  std::condition_variable rung_;
  int rings_ = 0;
  std::atomic<int> count_{0};
};
