// Two workers of a pool add to a credit in two critical sections, so that one addition may be lost; then no
// worker opens the latch that main waits for. Both workers wait for work, as they should: they tested the
// queue and waited in one critical section, and are no part of the reason.
//
// run: => deadlock
// says: main waits at \S+ for the latch `done`, which needs 2 more arrivals
// never: lost wake-up
// replays: main.0 waits at \S+ on `work_came` to be woken
#include <condition_variable>
#include <deque>
#include <latch>
#include <mutex>
#include <thread>

std::mutex queue_lock, credit_lock;
std::condition_variable work_came;
std::deque<int> queue;
bool stopping = false;
int credit = 0;
std::latch done(2);

void add_to_credit(int amount) {
  int before;
  {
    std::lock_guard lock(credit_lock);
    before = credit;
  }
  {
    std::lock_guard lock(credit_lock);
    credit = before + amount;
  }
  if (before + amount == 2) done.count_down(2);
}

void work() {
  for (;;) {
    std::unique_lock lock(queue_lock);
    work_came.wait(lock, [] { return stopping || !queue.empty(); });
    if (queue.empty()) return;
    const int amount = queue.front();
    queue.pop_front();
    lock.unlock();
    add_to_credit(amount);
  }
}

int main() {
  std::thread first(work), second(work);
  for (int i = 0; i < 2; ++i) {
    {
      std::lock_guard lock(queue_lock);
      queue.push_back(1);
    }
    work_came.notify_one();
  }
  done.wait();
  {
    std::lock_guard lock(queue_lock);
    stopping = true;
  }
  work_came.notify_all();
  first.join();
  second.join();
}
