// Two threads enter a critical section by Peterson's algorithm, with sequentially consistent atomics.
// Bug: each gives the turn away before it says that it is interested.
// Fails when a thread is held up between the two stores while the other gives the turn back and enters.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

std::array<std::atomic<bool>, 2> interested{};
std::atomic<int> turn{0};
std::atomic<int> inside{0};

void enter_once(int self) {
  const int other = 1 - self;
  turn = other;
  interested[self] = true;
  while (interested[other] && turn == other) std::this_thread::yield();

  const int threads_inside = ++inside;
  assert(threads_inside == 1);
  --inside;
  interested[self] = false;
}

int main() {
  std::thread first(enter_once, 0);
  std::thread second(enter_once, 1);
  first.join();
  second.join();
}
