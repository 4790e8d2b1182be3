// The repaired twin of volatile_counter: a lock around the increment. The wait for the flag is still a spin
// on a volatile.
#include <cassert>
#include <mutex>
#include <thread>

volatile bool started = false;
volatile int counter = 0;
std::mutex counter_mutex;

void count() {
  while (!started) {
  }
  const std::lock_guard lock(counter_mutex);
  counter = counter + 1;
}

int main() {
  std::thread one(count);
  std::thread other(count);
  started = true;
  one.join();
  other.join();
  assert(counter == 2);
}
