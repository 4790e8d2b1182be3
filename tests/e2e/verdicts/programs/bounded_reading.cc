// Two threads read a setting again and again, a bounded number of times. No thread writes it, and nothing is
// wrong.
//
// run: => nothing
// options: --executions 3
// never: livelock:
#include <atomic>
#include <thread>

std::atomic<int> setting{5};

long sum(int times) {
  long result = 0;
  for (int i = 0; i < times; ++i) result += setting.load(std::memory_order_relaxed);
  return result;
}

int main() {
  long first_sum = 0, second_sum = 0;
  std::thread first([&] { first_sum = sum(60'000); }), second([&] { second_sum = sum(60'000); });
  first.join();
  second.join();
  return first_sum == second_sum ? 0 : 1;
}
