// The repaired twin of sleep_for_join: a worker computes a result and main reads it.
// Main joins the worker; how long it sleeps does not matter any more.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

std::mutex results_lock;
std::vector<int> results;

void compute() {
  std::lock_guard lock(results_lock);
  results.push_back(42);
}

int first_result() {
  std::lock_guard lock(results_lock);
  return results.at(0);
}

int main() {
  std::thread worker(compute);
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  worker.join();
  const int result = first_result();
  assert(result == 42);
}
