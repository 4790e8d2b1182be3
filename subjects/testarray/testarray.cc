// main fills an array, and a thread shows its elements and checks that they are set.
// Bug: main starts the thread before it fills the array.
// Fails when the thread overtakes main.
#include <array>
#include <cassert>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

constexpr int kSize = 20;

std::array<int, kSize> elements{};
int shown = 0;  // in place of a line on the screen

void fill() {
  for (int i = 0; i < kSize; ++i) elements[i] = i;
}

void check() {
  for (int i = 0; i < kSize; ++i) {
    shown = elements[i];
    reload();
    assert(elements[i] != 0 || i == 0);
  }
}

int main() {
  if (kFixed) fill();
  std::thread reader(check);
  if (!kFixed) fill();
  reader.join();
}
