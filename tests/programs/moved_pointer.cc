// Two workers look for a job; there is only one, held by a unique_ptr.
// Bug: "is there a job" and "take the job" are two critical sections.
// Fails with a null dereference when both workers see the job before one of them moves it out.
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

bool has_job() {
  std::lock_guard lock(jobs_lock);
  return next_job != nullptr;
}

void work() {
  if (!has_job()) return;
  std::lock_guard lock(jobs_lock);
  const std::unique_ptr<Job> job = std::move(next_job);
  cost_done += job->cost;
}

int main() {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
  return cost_done == 3 ? 0 : 1;
}
