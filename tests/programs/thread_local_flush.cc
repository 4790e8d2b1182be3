// Each worker counts in a thread_local tally, whose destructor adds it to the total when the thread ends.
// Bug: main waits until the workers have said "done", which they do before their destructors run.
// Fails when main reads the total in between.
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
  assert(total == 10);
  first.join();
  second.join();
}
