// The repaired twin of bounded_buffer: a producer and two consumers share a buffer with one place.
// Everybody who is woken looks at the buffer again.
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
    while (buffer) not_full.wait(lock);
    buffer = item;
    not_empty.notify_one();
  }
}

void consume() {
  std::unique_lock lock(buffer_lock);
  while (!buffer) not_empty.wait(lock);
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
