// Producers and consumers share a bounded queue.
// Bug: push() and pop() test with `if` whether they must wait, and do not test again when they are woken.
// Fails when another consumer takes the item between the notification and the awakening: pop() finds nothing.
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

template <typename Item>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  void push(Item item) {
    std::unique_lock lock(mutex_);
    if (items_.size() == capacity_) not_full_.wait(lock);
    items_.push_back(std::move(item));
    not_empty_.notify_one();
  }

  Item pop() {
    std::unique_lock lock(mutex_);
    if (items_.empty()) not_empty_.wait(lock);
    assert(!items_.empty());
    Item item = std::move(items_.front());
    items_.pop_front();
    not_full_.notify_one();
    return item;
  }

 private:
  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable not_full_;
  std::condition_variable not_empty_;
  std::deque<Item> items_;
};

int main() {
  BoundedQueue<int> queue(1);
  int left = 0;
  int right = 0;
  std::thread first_consumer([&] { left = queue.pop(); });
  std::thread second_consumer([&] { right = queue.pop(); });
  queue.push(1);
  queue.push(2);
  first_consumer.join();
  second_consumer.join();
  assert(left + right == 3);
}
