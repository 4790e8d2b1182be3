// A pool with a thread of its own: how many tasks are left depends on how far that one is.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

class Pool {
 public:
  Pool() : worker_([this] { work(); }) {}
  ~Pool() {
    {
      const std::scoped_lock lock(mutex_);
      is_over_ = true;
    }
    changed_.notify_all();
    worker_.join();
  }
  void submit(std::function<void()> task) {
    {
      const std::scoped_lock lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    changed_.notify_all();
  }
  std::size_t left() const {
    const std::scoped_lock lock(mutex_);
    return tasks_.size();
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return is_over_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool is_over_ = false;
  std::thread worker_;
};
