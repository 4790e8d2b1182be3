// A message whose flag orders nothing.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> message{0};
std::atomic<bool> is_sent{false};

void send() {
  message.store(42, std::memory_order_relaxed);
  is_sent.store(true, std::memory_order_relaxed);
}

void receive() {
  if (is_sent.load(std::memory_order_relaxed)) assert(message.load(std::memory_order_relaxed) == 42);
}

int main() {
  std::thread sender(send), receiver(receive);
  sender.join();
  receiver.join();
}
