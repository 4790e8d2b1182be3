// A reader that meets a writer in the middle of a change three times; two other threads are busy with their own
// things. An execution takes some ten milliseconds.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> left{0}, right{0}, others{0};

void compute() {
  for (int i = 0; i < 20'000'000; ++i) asm volatile("");
}

void change() {
  for (int i = 1; i <= 8; ++i) {
    left = i;
    right = i;
  }
}

void look() {
  int changes = 0;
  bool was_different = false;
  for (int i = 0; i < 8; ++i) {
    const int seen = left;
    const bool is_different = right != seen;
    changes += is_different != was_different ? 1 : 0;
    was_different = is_different;
  }
  assert(changes < 5);
}

int main() {
  compute();
  const auto count = [] {
    for (int i = 0; i < 8; ++i) ++others;
  };
  std::thread writer(change), reader(look), one(count), another(count);
  writer.join();
  reader.join();
  one.join();
  another.join();
}
