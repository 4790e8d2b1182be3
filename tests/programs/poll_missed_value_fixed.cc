// The repaired twin of poll_missed_value: a watcher polls under the lock until a worker's first step is done.
// Later steps count too, so the poll ends in every fair schedule.
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
  return steps >= 1;
}

int main() {
  std::thread worker(work);
  while (!first_step_done()) {
  }
  worker.join();
}
