// The repaired twin of nested_monitor: a consumer waits for an item inside a recursive monitor.
// The monitor is not held around the wait, so the wait gives it up entirely.
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
  take();
  std::lock_guard lock(monitor);
  ++taken;
}

int main() {
  std::thread consumer(take_and_count);
  std::thread producer(put);
  consumer.join();
  producer.join();
  assert(items == 0 && taken == 1);
}
