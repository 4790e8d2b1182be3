// A thread uses several members of an object that another thread frees: one block, one bug.
//
// run: => heap-error
// never: data race
// options: --executions 400 --until budget
#include <atomic>
#include <memory>
#include <thread>

struct Job {
  int first = 1, second = 2, third = 3, fourth = 4;
};

std::atomic<long> sum{0};

int main() {
  auto job = std::make_unique<Job>();
  std::thread worker([seen = job.get()] {
    sum.fetch_add(seen->first, std::memory_order_relaxed);
    sum.fetch_add(seen->second, std::memory_order_relaxed);
    sum.fetch_add(seen->third, std::memory_order_relaxed);
    sum.fetch_add(seen->fourth, std::memory_order_relaxed);
  });
  job.reset();
  worker.join();
}
