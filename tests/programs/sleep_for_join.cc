// A worker computes a result; main sleeps "long enough" and reads it.
// Bug: sleeping is no synchronisation; std::vector::at() throws std::out_of_range through main.
// Fails when main's sleep ends before the worker has stored its result.
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
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const int result = first_result();
  assert(result == 42);
  worker.join();
}
