// Each thread announces itself, then looks for the other. Sequentially consistent memory lets at least one
// see the other; with relaxed atomics a real processor may let neither.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> left = 0, right = 0;
int seen_by_left = 0, seen_by_right = 0;

int main() {
  std::thread one([] {
    left.store(1, std::memory_order_relaxed);
    seen_by_left = right.load(std::memory_order_relaxed);
  });
  std::thread two([] {
    right.store(1, std::memory_order_relaxed);
    seen_by_right = left.load(std::memory_order_relaxed);
  });
  one.join();
  two.join();
  assert(seen_by_left + seen_by_right > 0);
}
