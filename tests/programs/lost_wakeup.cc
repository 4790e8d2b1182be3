// One thread waits until another says that it is ready.
// Bug: the flag is tested outside the lock, and set without it.
// Deadlocks when the flag is set and announced between the waiter's test and its wait.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex ready_lock;
std::condition_variable became_ready;
std::atomic<bool> ready{false};

void wait_until_ready() {
  if (ready) return;
  std::unique_lock lock(ready_lock);
  became_ready.wait(lock);
}

void announce() {
  ready = true;
  became_ready.notify_one();
}

int main() {
  std::thread waiter(wait_until_ready);
  std::thread announcer(announce);
  waiter.join();
  announcer.join();
}
