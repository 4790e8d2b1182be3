// A buffer with room for one item, two producers and a consumer.
// Bug: the producers put four items and the consumer gets two of them. Besides, notify_one() may wake a
// producer where only the consumer can go on.
// Deadlocks under every schedule: a producer waits for room and nobody makes any.
#include <thread>

#include "support/fixed.h"
#include "support/monitor.h"

using namespace subjects;

class BoundedBuffer {
 public:
  void put(int item) {
    Synchronized lock(monitor_);
    while (is_full_) monitor_.wait();
    item_ = item;
    is_full_ = true;
    notify();
  }
  int get() {
    Synchronized lock(monitor_);
    while (!is_full_) monitor_.wait();
    is_full_ = false;
    notify();
    return item_;
  }

 private:
  void notify() {
    if (kFixed) {
      monitor_.notify_all();
    } else {
      monitor_.notify_one();
    }
  }

  Monitor monitor_;
  int item_ = 0;
  bool is_full_ = false;
};

constexpr int kPuts = 2;  // of each producer
constexpr int kGets = kFixed ? 2 * kPuts : 2;

BoundedBuffer buffer;

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
