// A worker makes two steps; a watcher polls under the lock until the first step is done.
// Bug: the watcher waits for "exactly one step" in place of "at least one".
// Livelock when the worker makes its second step before the watcher looks.
#include <mutex>
#include <thread>

std::mutex steps_lock;
int steps = 0;

void work() {
  for (int step = 0; step < 2; ++step) {
    std::lock_guard lock(steps_lock);
    ++steps;
  }
}

bool first_step_done() {
  std::lock_guard lock(steps_lock);
  return steps == 1;
}

int main() {
  std::thread worker(work);
  while (!first_step_done()) {
  }
  worker.join();
}
