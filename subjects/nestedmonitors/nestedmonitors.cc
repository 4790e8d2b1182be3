// A buffer whose room and items are counted by two semaphores, with two producers and a consumer.
// Bug: put() and get() wait for a semaphore while they hold the buffer's own monitor, so that nobody else
// can put or get: a nested monitor lockout. Besides, there are more puts than gets and room together.
// Deadlocks under every schedule.
#include <array>
#include <thread>

#include "support/fixed.h"
#include "support/monitor.h"

using namespace subjects;

constexpr int kSize = 2;
constexpr int kPuts = 3;  // of each producer
constexpr int kGets = kFixed ? 2 * kPuts : 3;

class Semaphore {
 public:
  explicit Semaphore(int count) : count_(count) {}

  void up() {
    Synchronized lock(monitor_);
    ++count_;
    monitor_.notify_all();
  }
  void down() {
    Synchronized lock(monitor_);
    while (count_ == 0) monitor_.wait();
    --count_;
  }

 private:
  Monitor monitor_;
  int count_;
};

class Buffer {
 public:
  void put(int item) {
    if (kFixed) room_.down();
    {
      Synchronized lock(monitor_);
      if (!kFixed) room_.down();
      buffer_[(first_ + count_) % kSize] = item;
      ++count_;
    }
    items_.up();
  }
  int get() {
    if (kFixed) items_.down();
    int item;
    {
      Synchronized lock(monitor_);
      if (!kFixed) items_.down();
      item = buffer_[first_];
      first_ = (first_ + 1) % kSize;
      --count_;
    }
    room_.up();
    return item;
  }

 private:
  Monitor monitor_;
  std::array<int, kSize> buffer_{};
  int first_ = 0, count_ = 0;
  Semaphore room_{kSize}, items_{0};
};

Buffer buffer;

void produce() {
  for (int i = 0; i < kPuts; ++i) buffer.put(i);
}

void consume() {
  for (int i = 0; i < kGets; ++i) buffer.get();
}

int main() {
  std::thread producer1(produce);
  std::thread producer2(produce);
  std::thread consumer(consume);
  producer1.join();
  producer2.join();
  consumer.join();
}
