// A one-shot event calls its waiter back through a pool. Bug: wait() asks whether the event is set and only
// then registers the waiter; set() may come in between and find no waiter. The workers of the pool wait for
// tasks, correctly, on a std::condition_variable_any with a stop token.
//
// run: => deadlock
// says: main waits at \S+ for (the|a) latch .*which needs 1 more arrival,
// never: lost wake-up
#include <condition_variable>
#include <deque>
#include <functional>
#include <latch>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

class Pool {
 public:
  explicit Pool(unsigned workers) {
    for (unsigned i = 0; i < workers; ++i)
      workers_.emplace_back([this](std::stop_token stop) { work(stop); });
  }
  void post(std::function<void()> task) {
    {
      std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    ready_.notify_one();
  }

 private:
  void work(std::stop_token stop) {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock lock(mutex_);
        if (!ready_.wait(lock, stop, [this] { return !tasks_.empty(); })) return;
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable_any ready_;
  std::deque<std::function<void()>> tasks_;
  std::vector<std::jthread> workers_;
};

class Event {
 public:
  explicit Event(Pool& pool) : pool_(pool) {}
  void set() {
    std::function<void()> waiter;
    {
      std::lock_guard lock(mutex_);
      is_set_ = true;
      waiter.swap(waiter_);
    }
    if (waiter) pool_.post(std::move(waiter));
  }
  void then(std::function<void()> waiter) {
    if (is_set()) return waiter();
    std::lock_guard lock(mutex_);  // it may have been set since
    waiter_ = std::move(waiter);
  }

 private:
  bool is_set() {
    std::lock_guard lock(mutex_);
    return is_set_;
  }

  Pool& pool_;
  std::mutex mutex_;
  bool is_set_ = false;
  std::function<void()> waiter_;
};

int main() {
  Pool pool(2);
  Event produced(pool);
  std::latch finished(1);
  pool.post([&] { produced.then([&] { finished.count_down(); }); });
  pool.post([&] { produced.set(); });
  finished.wait();
}
