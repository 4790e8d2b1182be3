// The request to stop comes between the worker's look and its wait, and the notification is lost.
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable changed;
  std::jthread worker([&](std::stop_token stop) {
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) changed.wait(lock);
  });
  worker.request_stop();
  changed.notify_one();
}
