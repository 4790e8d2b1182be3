// A loader stores a setting and a worker uses it; both say so on standard output and standard error.
// Bug: the worker does not wait for the loader and throws std::runtime_error, which nobody catches.
// Fails when the worker comes first.
#include <iostream>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

std::mutex volume_lock;
std::optional<int> volume;

void load() {
  std::lock_guard lock(volume_lock);
  volume = 7;
  std::cout << "loader: volume is " << *volume << std::endl;
}

void work() {
  std::lock_guard lock(volume_lock);
  std::cerr << "worker: about to use the volume" << std::endl;
  if (!volume) throw std::runtime_error("the volume is not known yet");
  std::cout << "worker: using volume " << *volume << std::endl;
}

int main() {
  std::thread loader(load);
  std::thread worker(work);
  loader.join();
  worker.join();
}
