// Two threads wait for a volatile flag and then count in a volatile variable, as programs did before there
// were atomics. Bug: an increment is a read and a write, and one of the two is lost.
#include <cassert>
#include <thread>

volatile bool started = false;
volatile int counter = 0;

void count() {
  while (!started) {
  }
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
