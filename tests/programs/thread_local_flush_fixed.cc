// The repaired twin of thread_local_flush: a thread_local tally is added to the total when its thread ends.
// Main joins the workers: a joined thread has run its destructors.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> total{0};
std::atomic<int> workers_done{0};

struct Tally {
  ~Tally() { total += count; }
  int count = 0;
};

thread_local Tally tally;

void work() {
  tally.count += 5;
  ++workers_done;
}

int main() {
  std::thread first(work);
  std::thread second(work);
  while (workers_done < 2) std::this_thread::yield();
  first.join();
  second.join();
  assert(total == 10);
}
