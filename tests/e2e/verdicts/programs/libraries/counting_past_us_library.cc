// Locks and unlocks in code that is not instrumented.
#include <mutex>

static std::mutex mutex;
static long counter;

extern "C" void count() {
  for (int round = 0; round < 40'000; ++round) {
    std::lock_guard lock(mutex);
    ++counter;
  }
}

static bool has_come() {
  std::lock_guard lock(mutex);
  return counter == -1;
}

extern "C" void spin() {
  while (!has_come()) {
  }
}
