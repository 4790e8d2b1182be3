// Peterson's algorithm.
// Bug: a thread that has waited for two turns goes in all the same.
// Fails when both threads are inside, and the first one writes x between the second one's write and check.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>
#include <type_traits>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

constexpr int kTurns = 2;  // of the wait

// Plain as in the Java program; in the twin what Java calls volatile.
using Shared = std::conditional_t<kFixed, std::atomic<int>, int>;

std::array<Shared, 2> wants{};
Shared turn = 0;
int x = 0;

bool enter(int me, int other) {
  wants[me] = 1;
  reload();
  turn = other;
  for (int i = 0; i < kTurns; ++i) {
    reload();
    if (wants[other] == 0 || turn == me) return true;
  }
  return !kFixed;
}

int main() {
  std::thread first([] {
    if (enter(0, 1)) x = 0;
    wants[0] = 0;
  });
  std::thread second([] {
    if (enter(1, 0)) {
      x = 1;
      reload();
      assert(x == 1);
    }
    wants[1] = 0;
  });
  first.join();
  second.join();
}
