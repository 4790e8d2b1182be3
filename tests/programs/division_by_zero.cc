// One thread shows the average of some samples while another forgets them all.
// Bug: the number of samples is read twice, once to test it and once to divide by it.
// Fails (SIGFPE on x86-64; aarch64 does not trap) when the samples are forgotten between the two reads.
#include <atomic>
#include <thread>

std::atomic<int> total{20};
std::atomic<int> samples{4};
std::atomic<int> shown{0};

void show_average() {
  if (samples != 0) shown = total / samples;
}

void forget_samples() {
  total = 0;
  samples = 0;
}

int main() {
  std::thread display(show_average);
  std::thread eraser(forget_samples);
  display.join();
  eraser.join();
}
