// The repaired twin of null_callback: one thread fires an event while another unsubscribes the handler.
// The handler is read once; what was tested is what is called.
#include <atomic>
#include <cassert>
#include <thread>

using Handler = void (*)();

std::atomic<int> events{0};

void count_event() {
  ++events;
}

std::atomic<Handler> handler{count_event};

void fire() {
  const Handler subscribed = handler;
  if (subscribed != nullptr) subscribed();
}

void unsubscribe() {
  handler = nullptr;
}

int main() {
  std::thread source(fire);
  std::thread listener(unsubscribe);
  source.join();
  listener.join();
  assert(events <= 1);
}
