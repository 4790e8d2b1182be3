// The repaired twin of moved_pointer: two workers look for a job; there is only one, held by a unique_ptr.
// A worker takes what there is in one critical section and then looks at what it got.
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

struct Job {
  int cost;
};

std::mutex jobs_lock;
std::unique_ptr<Job> next_job = std::make_unique<Job>(Job{3});
int cost_done = 0;

void work() {
  std::lock_guard lock(jobs_lock);
  const std::unique_ptr<Job> job = std::move(next_job);
  if (job != nullptr) cost_done += job->cost;
}

int main() {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
  assert(cost_done == 3);
}
