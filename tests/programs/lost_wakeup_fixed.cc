// The repaired twin of lost_wakeup: one thread waits until another says that it is ready.
// The flag is tested and set under the lock that the wait gives up.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex ready_lock;
std::condition_variable became_ready;
bool ready = false;

void wait_until_ready() {
  std::unique_lock lock(ready_lock);
  became_ready.wait(lock, [] { return ready; });
}

void announce() {
  std::lock_guard lock(ready_lock);
  ready = true;
  became_ready.notify_one();
}

int main() {
  std::thread waiter(wait_until_ready);
  std::thread announcer(announce);
  waiter.join();
  announcer.join();
  assert(ready);
}
