// The wait knows the stop token.
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::jthread worker([&](std::stop_token stop) {
    std::unique_lock lock(mutex);
    changed.wait(lock, stop, [] { return false; });
  });
  worker.request_stop();
}
