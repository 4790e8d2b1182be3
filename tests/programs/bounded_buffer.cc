// A producer puts two items through a buffer with one place; two consumers take one each.
// Bug: the consumer tests for an empty buffer with `if`, and does not look again when it is woken.
// Fails when a second consumer takes the item between the notification and the first one's awakening.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

std::mutex buffer_lock;
std::condition_variable not_empty;
std::condition_variable not_full;
std::optional<int> buffer;

void produce(int count) {
  for (int item = 0; item < count; ++item) {
    std::unique_lock lock(buffer_lock);
    if (buffer) not_full.wait(lock);
    buffer = item;
    not_empty.notify_one();
  }
}

void consume() {
  std::unique_lock lock(buffer_lock);
  if (!buffer) not_empty.wait(lock);
  assert(buffer);
  buffer.reset();
  not_full.notify_one();
}

int main() {
  std::thread first_consumer(consume);
  std::thread second_consumer(consume);
  std::thread producer(produce, 2);
  producer.join();
  first_consumer.join();
  second_consumer.join();
}
