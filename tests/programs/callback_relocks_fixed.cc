// The repaired twin of callback_relocks: a meter calls its listener when it runs over.
// The listener is copied under the lock and called without it.
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
    std::function<void()> listener;
    {
      std::lock_guard lock(mutex_);
      value_ += amount;
      if (value_ > kLimit) listener = listener_;
    }
    if (listener) listener();
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
