// The repaired twin of peterson: two threads enter a critical section by Peterson's algorithm.
// Each says that it is interested and then gives the turn away. The wait ends in every fair schedule.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

std::array<std::atomic<bool>, 2> interested{};
std::atomic<int> turn{0};
std::atomic<int> inside{0};

void enter_once(int self) {
  const int other = 1 - self;
  interested[self] = true;
  turn = other;
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
