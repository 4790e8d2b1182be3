// A meter calls its listener when it runs over; the listener resets the meter.
// Bug: the listener is called with the meter's lock held, and reset() takes that lock again.
// Locks a mutex it already holds when main subscribes before the thread adds.
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

class Meter {
 public:
  void subscribe(std::function<void()> listener) {
    std::lock_guard lock(mutex_);
    listener_ = std::move(listener);
  }

  void add(int amount) {
    std::lock_guard lock(mutex_);
    value_ += amount;
    if (value_ > kLimit && listener_) listener_();
  }

  void reset() {
    std::lock_guard lock(mutex_);
    value_ = 0;
  }

 private:
  static constexpr int kLimit = 10;
  std::mutex mutex_;
  int value_ = 0;
  std::function<void()> listener_;
};

int main() {
  Meter meter;
  std::thread worker([&meter] { meter.add(11); });
  meter.subscribe([&meter] { meter.reset(); });
  worker.join();
}
