// Threads are switched only inside one function, in which an update is lost; much happens before and after.
// The schedule is one of the whole program, and replays without the region.
//
// run: => assertion
// options: --executions 2000 --region count --races ignore
// says: context switches? (are|is) enough
#include <cassert>
#include <mutex>
#include <thread>

int table[1000];
int counter = 0;
std::mutex counter_lock;

void work() {
  for (int round = 0; round < 20; ++round)
    for (int& each : table) ++each;
}

__attribute__((noinline)) void count() {
  counter_lock.lock();
  const int now = counter;
  counter_lock.unlock();
  counter_lock.lock();
  counter = now + 1;
  counter_lock.unlock();
}

void test() {
  work();
  count();
  work();
}

int main() {
  std::thread one(test), two(test);
  one.join();
  two.join();
  assert(counter == 2);
}
