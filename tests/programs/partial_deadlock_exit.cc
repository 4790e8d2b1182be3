// Main starts two detached threads that tidy up in the background, and does not wait for them.
// Bug: they lock cache and log in opposite orders.
// Partial deadlock when each holds one lock; main exits with status 0 and nobody notices.
#include <mutex>
#include <thread>

std::mutex cache_lock;
std::mutex log_lock;
int entries = 8;
int lines = 0;

void trim_cache() {
  std::lock_guard cache(cache_lock);
  entries = 4;
  std::lock_guard log(log_lock);
  ++lines;
}

void rotate_log() {
  std::lock_guard log(log_lock);
  lines = 0;
  std::lock_guard cache(cache_lock);
  --entries;
}

int main() {
  std::thread(trim_cache).detach();
  std::thread(rotate_log).detach();
}
