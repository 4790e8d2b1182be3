// Lamport's fast mutual exclusion for two threads.
// Bug: all waits end after two turns, and the thread goes on as if it had seen what it waited for.
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

std::array<Shared, 3> busy{};  // of threads 1 and 2
Shared first = 0, last = 0;    // x and y of the paper
int x = 0;

// False if it has waited in vain, which only the twin wants to know.
bool wait_for_zero(const Shared& variable) {
  for (int turn = 0; turn < kTurns; ++turn) {
    reload();
    if (variable == 0) return true;
  }
  return !kFixed;
}

bool enter(int me, int other) {
  for (int attempt = 0; attempt < kTurns; ++attempt) {
    busy[me] = 1;
    reload();
    first = me;
    reload();
    if (last != 0) {
      busy[me] = 0;
      if (!wait_for_zero(last)) return false;
      continue;
    }
    last = me;
    reload();
    if (first == me) return true;
    busy[me] = 0;
    if (!wait_for_zero(busy[other])) return false;
    reload();
    if (last == me) return true;
    if (!wait_for_zero(last)) return false;
  }
  return !kFixed;
}

void run(int me, int other) {
  if (!enter(me, other)) return;
  x = me;
  reload();
  assert(x == me);
  last = 0;
  busy[me] = 0;
}

int main() {
  std::thread thread1([] { run(1, 2); });
  std::thread thread2([] { run(2, 1); });
  thread1.join();
  thread2.join();
}
