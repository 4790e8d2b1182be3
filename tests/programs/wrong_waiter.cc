// A relay: the first runner waits for the start, the second for the first, on one condition variable.
// Bug: notify_one() may wake the runner whose turn it is not, who goes back to sleep.
// Deadlocks when both runners wait at the start and the second is the one woken.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex race_lock;
std::condition_variable stage_changed;
int stage = 0;

void advance_to(int next) {
  stage = next;
  stage_changed.notify_one();
}

void run(int my_stage) {
  std::unique_lock lock(race_lock);
  stage_changed.wait(lock, [my_stage] { return stage == my_stage; });
  advance_to(my_stage + 1);
}

int main() {
  std::thread first(run, 1);
  std::thread second(run, 2);
  {
    std::lock_guard lock(race_lock);
    advance_to(1);
  }
  first.join();
  second.join();
  assert(stage == 3);
}
