// The repaired twin of division_by_zero: one thread shows an average while another forgets the samples.
// A lock makes the test and the division see the same samples.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex samples_lock;
int total = 20;
int samples = 4;
int shown = 0;

void show_average() {
  std::lock_guard lock(samples_lock);
  if (samples != 0) shown = total / samples;
}

void forget_samples() {
  std::lock_guard lock(samples_lock);
  total = 0;
  samples = 0;
}

int main() {
  std::thread display(show_average);
  std::thread eraser(forget_samples);
  display.join();
  eraser.join();
  assert(shown == 0 || shown == 5);
}
