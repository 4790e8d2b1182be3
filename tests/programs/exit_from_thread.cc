// A watchdog ends the program with status 3 if main shows no sign of life.
// Bug: the watchdog is started before main has shown one.
// Fails when the watchdog looks before main's first sign.
#include <atomic>
#include <cstdlib>
#include <thread>

std::atomic<bool> main_is_alive{false};

void watch() {
  if (!main_is_alive) std::exit(3);
}

int main() {
  std::thread watchdog(watch);
  main_is_alive = true;
  watchdog.join();
}
