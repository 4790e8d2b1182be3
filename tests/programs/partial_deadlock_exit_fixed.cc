// The repaired twin of partial_deadlock_exit: two detached threads tidy up and main does not wait for them.
// Nobody holds two locks at a time. The threads use nothing that the end of main destroys.
#include <mutex>
#include <thread>

std::mutex cache_lock;
std::mutex log_lock;
int entries = 8;
int lines = 0;

void set_entries(int count) {
  std::lock_guard cache(cache_lock);
  entries = count;
}

void set_lines(int count) {
  std::lock_guard log(log_lock);
  lines = count;
}

void trim_cache() {
  set_entries(4);
  set_lines(1);
}

void rotate_log() {
  set_lines(0);
  set_entries(3);
}

int main() {
  std::thread(trim_cache).detach();
  std::thread(rotate_log).detach();
}
