// One thread fires an event while another unsubscribes the handler.
// Bug: the handler is read twice, once to test it and once to call it.
// Fails with a call through a null pointer when it is unsubscribed between the two reads.
#include <atomic>
#include <thread>

using Handler = void (*)();

std::atomic<int> events{0};

void count_event() {
  ++events;
}

std::atomic<Handler> handler{count_event};

void fire() {
  if (handler.load() != nullptr) handler.load()();
}

void unsubscribe() {
  handler = nullptr;
}

int main() {
  std::thread source(fire);
  std::thread listener(unsubscribe);
  source.join();
  listener.join();
}
