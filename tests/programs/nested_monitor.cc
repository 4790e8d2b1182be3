// A consumer waits for an item on a std::condition_variable_any, inside a monitor made of a recursive mutex.
// Bug: the monitor is locked twice, and the wait gives it up only once.
// Deadlocks when the consumer waits before the producer has put the item: the producer never gets in.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::recursive_mutex monitor;
std::condition_variable_any item_came;
int items = 0;
int taken = 0;

void put() {
  std::lock_guard lock(monitor);
  ++items;
  item_came.notify_one();
}

void take() {
  std::unique_lock lock(monitor);
  item_came.wait(lock, [] { return items > 0; });
  --items;
}

void take_and_count() {
  std::lock_guard lock(monitor);
  take();
  ++taken;
}

int main() {
  std::thread consumer(take_and_count);
  std::thread producer(put);
  consumer.join();
  producer.join();
  assert(items == 0 && taken == 1);
}
