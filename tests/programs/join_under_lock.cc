// A worker signs off in a register before it ends; main waits for it.
// Bug: main joins the worker while it holds the register's lock.
// Deadlocks when main takes the lock before the worker has signed off.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex register_lock;
int present = 1;

void work() {
  std::lock_guard lock(register_lock);
  --present;
}

int main() {
  std::thread worker(work);
  std::lock_guard lock(register_lock);
  worker.join();
  assert(present == 0);
}
