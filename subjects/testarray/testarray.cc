// main fills an array, and a thread checks that its elements are set.
// Bug: main starts the thread before the array is full.
// Fails when the thread overtakes main.
#include <array>
#include <cassert>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

constexpr int kSize = 20;
constexpr int kFilledBefore = kFixed ? kSize : 8;

std::array<int, kSize> elements{};

void fill(int begin, int end) {
  for (int i = begin; i < end; ++i) elements[i] = i;
}

int main() {
  fill(0, kFilledBefore);
  std::thread reader([] {
    for (int i = 1; i < kSize; ++i) assert(elements[i] != 0);
  });
  fill(kFilledBefore, kSize);
  reader.join();
}
