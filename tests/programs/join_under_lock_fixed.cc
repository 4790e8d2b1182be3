// The repaired twin of join_under_lock: a worker signs off in a register before it ends; main waits for it.
// Main joins the worker first and takes the lock afterwards.
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
  worker.join();
  std::lock_guard lock(register_lock);
  assert(present == 0);
}
