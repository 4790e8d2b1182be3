// A thread has written something before the snapshot, under a lock, and main reads it afterwards. That is no
// data race, and nothing else is: what happened before the snapshot happened before all the rest. A lock that
// is held across the snapshot protects on both sides.
//
// run: => nothing
// options: --executions 500 --snapshot start-here
// says: Executions began at 'heddle::start_here\(\)'
// carriers: contexts
#include <heddle/mark.h>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool ready = false, over = false;
int written = 0, protected_by_lock = 0;

int main() {
  std::thread worker([] {
    written = 17;
    std::unique_lock lock(mutex);
    ready = true;
    changed.notify_all();
    changed.wait(lock, [] { return over; });
    ++protected_by_lock;
  });
  std::unique_lock lock(mutex);
  changed.wait(lock, [] { return ready; });
  heddle::start_here();
  ++protected_by_lock;
  assert(written == 17);
  over = true;
  changed.notify_all();
  lock.unlock();
  worker.join();
  assert(protected_by_lock == 2);
}
