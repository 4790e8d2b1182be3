// Atomics outside the region cost neither names nor events: a million of them leave no trace.
//
// run: => nothing
// options: --executions 20 --region test
// never: Note:
#include <atomic>
#include <thread>
#include <vector>

std::vector<std::atomic<int>> flags(1 << 20);
std::atomic<int> total{0};

__attribute__((noinline)) void test() {
  ++total;
}

void set_half(std::size_t first) {
  for (std::size_t i = first; i < flags.size(); i += 2) flags[i] = 1;
}

int main() {
  std::thread odd(set_half, 1);
  set_half(0);
  odd.join();
  std::thread one(test), two(test);
  one.join();
  two.join();
}
