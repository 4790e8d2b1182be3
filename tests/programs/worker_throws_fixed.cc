// The repaired twin of worker_throws: a loader stores a setting and a worker uses it.
// The worker waits until the setting is there.
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

std::mutex volume_lock;
std::condition_variable volume_known;
std::optional<int> volume;

void load() {
  std::lock_guard lock(volume_lock);
  volume = 7;
  std::cout << "loader: volume is " << *volume << std::endl;
  volume_known.notify_one();
}

void work() {
  std::unique_lock lock(volume_lock);
  std::cerr << "worker: about to use the volume" << std::endl;
  volume_known.wait(lock, [] { return volume.has_value(); });
  if (!volume) throw std::runtime_error("the volume is not known yet");
  std::cout << "worker: using volume " << *volume << std::endl;
}

int main() {
  std::thread loader(load);
  std::thread worker(work);
  loader.join();
  worker.join();
}
