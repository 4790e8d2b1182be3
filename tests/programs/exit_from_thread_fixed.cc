// The repaired twin of exit_from_thread: a watchdog ends the program if main shows no sign of life.
// Main shows one before it starts the watchdog.
#include <atomic>
#include <cstdlib>
#include <thread>

std::atomic<bool> main_is_alive{false};

void watch() {
  if (!main_is_alive) std::exit(3);
}

int main() {
  main_is_alive = true;
  std::thread watchdog(watch);
  watchdog.join();
}
