// Dekker's algorithm.
// Bug: a thread that has waited for two turns of a loop goes in all the same.
// Fails when both threads are inside, and one of them writes x between the other one's write and check.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>
#include <type_traits>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

constexpr int kTurns = 2;  // of a wait

// Plain as in the Java program; in the twin what Java calls volatile.
using Shared = std::conditional_t<kFixed, std::atomic<int>, int>;

std::array<Shared, 2> wants{};
Shared turn = 0;
int x = 0;

bool enter(int me, int other) {
  wants[me] = 1;
  for (int i = 0; i < kTurns; ++i) {
    reload();
    if (wants[other] == 0) return true;
    if (turn == me) continue;
    wants[me] = 0;
    for (int j = 0; j < kTurns; ++j) {
      reload();
      if (turn == me) break;
    }
    wants[me] = 1;
  }
  return !kFixed;
}

void run(int me, int other) {
  if (enter(me, other)) {
    x = me;
    reload();
    assert(x == me);
    turn = other;
  }
  wants[me] = 0;
}

int main() {
  std::thread first([] { run(0, 1); });
  std::thread second([] { run(1, 0); });
  first.join();
  second.join();
}
