// Three producers and four consumers with a ring buffer. The consumers add up what they get.
// Bug: the first producer that has no more halts the buffer, and consumers leave as soon as it is empty.
// Besides, a consumer adds to the total under a lock of its own.
// Fails when the consumers leave before everything has been produced, or when an addition is lost.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/monitor.h"

using namespace subjects;

constexpr int kProducers = 3;
constexpr int kItems = 2;  // of each producer
constexpr int kValue = 4;  // of each item
constexpr int kNone = 0;

class Buffer {
 public:
  void put(int item) {
    Synchronized lock(monitor_);
    while (count_ == kSize) monitor_.wait();
    items_[(first_ + count_) % kSize] = item;
    ++count_;
    monitor_.notify_all();
  }

  // kNone if the buffer is halted and empty.
  int get() {
    Synchronized lock(monitor_);
    while (count_ == 0 && !is_halted_) monitor_.wait();
    if (count_ == 0) return kNone;
    const int item = items_[first_];
    first_ = (first_ + 1) % kSize;
    --count_;
    monitor_.notify_all();
    return item;
  }

  void producer_has_ended() {
    Synchronized lock(monitor_);
    ++ended_producers_;
    if (kFixed && ended_producers_ < kProducers) return;
    is_halted_ = true;
    monitor_.notify_all();
  }

 private:
  static constexpr int kSize = 5;

  Monitor monitor_;
  std::array<int, kSize> items_{};
  int first_ = 0, count_ = 0, ended_producers_ = 0;
  bool is_halted_ = false;
};

Buffer buffer;
std::mutex mutex_of_total;  // only the twin takes it
int total = 0;

void produce() {
  for (int i = 0; i < kItems; ++i) buffer.put(kValue);
  buffer.producer_has_ended();
}

void consume() {
  std::mutex mutex;
  for (;;) {
    const int item = buffer.get();
    if (item == kNone) return;
    std::lock_guard lock(kFixed ? mutex_of_total : mutex);
    total += item;
  }
}

int main() {
  std::array producers{std::thread(produce), std::thread(produce), std::thread(produce)};
  std::array consumers{std::thread(consume), std::thread(consume), std::thread(consume),
                       std::thread(consume)};
  for (std::thread& consumer : consumers) consumer.join();
  assert(total == kProducers * kItems * kValue);
  for (std::thread& producer : producers) producer.join();
}
