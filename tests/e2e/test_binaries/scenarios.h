// What the tests of all frameworks do: small pieces of concurrent code, most of them in a correct and in a
// buggy version.
#pragma once

#include <atomic>
#include <barrier>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <latch>
#include <map>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace scenarios {

enum class Code { kCorrect, kBuggy };

inline void in_two_threads(const std::function<void()>& first, const std::function<void()>& second) {
  std::thread one(first), other(second);
  one.join();
  other.join();
}

// A lost update: 2, or 1 if the addition is not one step.
inline int count_to_two(Code code) {
  std::atomic<int> count{0};
  const auto add = [&] {
    if (code == Code::kCorrect)
      ++count;
    else
      count = count + 1;
  };
  in_two_threads(add, add);
  return count;
}

// A deadlock: the locks are taken in opposite orders.
inline int lock_both(Code code) {
  std::mutex first, second;
  int entered = 0;
  in_two_threads(
      [&] {
        std::lock_guard outer(first);
        std::lock_guard inner(second);
        ++entered;
      },
      [&] {
        std::lock_guard outer(code == Code::kCorrect ? first : second);
        std::lock_guard inner(code == Code::kCorrect ? second : first);
        ++entered;
      });
  return entered;
}

// A missed signal: it comes between the look at the flag and the wait.
inline bool wait_for_news(Code code) {
  std::mutex mutex;
  std::condition_variable arrived;
  std::atomic<bool> ready{false};
  in_two_threads(
      [&] {
        std::unique_lock lock(mutex);
        if (code == Code::kCorrect)
          arrived.wait(lock, [&] { return ready.load(); });
        else if (!ready)
          arrived.wait(lock);
      },
      [&] {
        std::unique_lock lock(mutex, std::defer_lock);
        if (code == Code::kCorrect) lock.lock();
        ready = true;
        arrived.notify_one();
      });
  return ready;
}

// An atomicity violation: both steps are locked, but not together. The number of seats that were sold.
inline int sell_last_seat(Code code) {
  std::mutex mutex;
  int free_seats = 1, sold = 0;
  const auto sell = [&] {
    std::unique_lock lock(mutex);
    const bool available = free_seats > 0;
    if (code == Code::kBuggy) {
      lock.unlock();
      lock.lock();
    }
    if (!available) return;
    --free_seats;
    ++sold;
  };
  in_two_threads(sell, sell);
  return sold;
}

// An order violation: the worker uses what is set after it was started. It crashes.
inline int start_worker(Code code) {
  static int settings = 42;
  std::atomic<int*> configured{nullptr};
  if (code == Code::kCorrect) configured = &settings;
  std::atomic<int> seen{0};
  std::thread worker([&] { seen = *configured.load(); });
  configured = &settings;
  worker.join();
  return seen;
}

// A data race, and nothing else that is wrong.
inline void remember_last(Code code) {
  std::mutex mutex;
  int last = 0;
  const auto remember = [&](int value) {
    std::unique_lock lock(mutex, std::defer_lock);
    if (code == Code::kCorrect) lock.lock();
    last = value;
  };
  in_two_threads([&] { remember(7); }, [&] { remember(7); });
}

// An exception that leaves its thread when the other one was first.
inline void take_token(Code code) {
  std::atomic<int> tokens{code == Code::kCorrect ? 2 : 1};
  in_two_threads([&] { ++tokens; },
                 [&] {
                   for (int i = 0; i < 2; ++i)
                     if (tokens.fetch_sub(1) <= 0) throw std::runtime_error("no token left");
                 });
}

// A use after free: the owner does not wait for the reader.
inline int read_shared(Code code) {
  auto* number = new std::atomic<int>(5);
  std::atomic<int> seen{0};
  std::latch done(1);
  std::thread reader([&] {
    seen = number->load();
    done.count_down();
  });
  if (code == Code::kCorrect) done.wait();
  delete number;
  reader.join();
  return seen;
}

// assert() of the code under test.
inline void enter_alone(Code code) {
  std::mutex mutex;
  std::atomic<int> inside{0};
  const auto enter = [&] {
    std::unique_lock lock(mutex, std::defer_lock);
    if (code == Code::kCorrect) lock.lock();
    [[maybe_unused]] const int others = inside++;
    assert(others == 0);
    --inside;
  };
  in_two_threads(enter, enter);
}

// A lock that is unlocked twice, if the other thread was first.
inline void leave_by_the_side(Code code) {
  std::mutex mutex;
  bool left = false;
  in_two_threads(
      [&] {
        std::lock_guard lock(mutex);
        left = true;
      },
      [&] {
        mutex.lock();
        const bool twice = left && code == Code::kBuggy;
        mutex.unlock();
        if (twice) mutex.unlock();
      });
}

class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  void put(int value) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return values_.size() < capacity_; });
    values_.push_back(value);
    changed_.notify_all();
  }
  int take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !values_.empty(); });
    const int value = values_.front();
    values_.pop_front();
    changed_.notify_all();
    return value;
  }

 private:
  std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> values_;
};

inline int through_queue(int values) {
  BoundedQueue queue(1);
  int sum = 0;
  in_two_threads(
      [&] {
        for (int i = 1; i <= values; ++i) queue.put(i);
      },
      [&] {
        for (int i = 1; i <= values; ++i) sum += queue.take();
      });
  return sum;
}

inline int with_spin_lock() {
  std::atomic_flag lock;
  int count = 0;
  const auto add = [&] {
    while (lock.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
    ++count;
    lock.clear(std::memory_order_release);
  };
  in_two_threads(add, add);
  return count;
}

inline int with_shared_mutex() {
  std::shared_mutex mutex;
  int value = 0;
  std::atomic<int> wrong{0};
  in_two_threads(
      [&] {
        std::unique_lock lock(mutex);
        value = 1;
        value = 2;
      },
      [&] {
        std::shared_lock lock(mutex);
        if (value == 1) ++wrong;
      });
  return wrong;
}

inline int with_call_once() {
  std::once_flag flag;
  std::atomic<int> calls{0};
  const auto call = [&] { std::call_once(flag, [&] { ++calls; }); };
  in_two_threads(call, call);
  return calls;
}

inline int with_future() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread giver([&] { promise.set_value(3); });
  const int value = future.get();
  giver.join();
  return value;
}

inline int with_semaphore() {
  std::counting_semaphore<2> permits(0);  // libstdc++ 12's can sleep for ever once its count has come back
  int count = 0;
  in_two_threads(
      [&] {
        ++count;
        permits.release();
      },
      [&] {
        permits.acquire();
        ++count;
      });
  return count;
}

inline int with_barrier() {
  std::barrier meeting(2);
  std::atomic<int> arrived{0}, early{0};
  const auto meet = [&] {
    ++arrived;
    meeting.arrive_and_wait();
    if (arrived != 2) ++early;
  };
  in_two_threads(meet, meet);
  return early;
}

inline int with_atomic_wait() {
  std::atomic<int> stage{0};
  in_two_threads([&] { stage.wait(0); },
                 [&] {
                   stage = 1;
                   stage.notify_one();
                 });
  return stage;
}

inline int with_sleeps() {
  std::atomic<int> order{0};
  std::atomic<int> last{0};
  in_two_threads(
      [&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        last = ++order;
      },
      [&] { ++order; });
  return last;
}

inline int with_recursive_mutex() {
  std::recursive_mutex mutex;
  int count = 0;
  const std::function<void(int)> add = [&](int depth) {
    std::lock_guard lock(mutex);
    ++count;
    if (depth > 0) add(depth - 1);
  };
  in_two_threads([&] { add(1); }, [&] { add(1); });
  return count;
}

}  // namespace scenarios
