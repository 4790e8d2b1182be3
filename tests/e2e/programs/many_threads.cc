// Sixty-four threads increment a counter in two steps; the total must be sixty-four.
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

std::atomic<int> counter{0};

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 64; ++i) threads.emplace_back([] { counter = counter + 1; });
  for (std::thread& thread : threads) thread.join();
  assert(counter == 64);
}
