// Two threads increment a plain counter once each; the total must be two.
// Bug: `counter++` is a read and a write, and nothing keeps the two together.
// Fails when both threads read before either of them writes.
#include <cassert>
#include <thread>

int counter = 0;

void increment() {
  counter++;
}

int main() {
  std::thread first(increment);
  std::thread second(increment);
  first.join();
  second.join();
  assert(counter == 2);
}
