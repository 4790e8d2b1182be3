// The bakery algorithm for two threads.
// Bug: threads with the same number are not told apart, and a thread that has waited for some time goes
// in all the same.
// Fails when both threads are inside, and the first one writes x between the second one's write and check.
#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <thread>
#include <type_traits>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

constexpr int kThreads = 2;
constexpr int kTurns = 20;  // of a wait

// Plain as in the Java program; in the twin what Java calls volatile.
using Shared = std::conditional_t<kFixed, std::atomic<int>, int>;

std::array<Shared, kThreads> choosing{}, number{};
int x = 0;

bool goes_first(int me, int other) {
  const int number_of_other = number[other];
  if (number_of_other == 0) return true;
  reload();
  const int own_number = number[me];
  if (kFixed && number_of_other == own_number) return me <= other;
  return number_of_other >= own_number;
}

bool has_waited_for(int me, int other) {
  int turn = 0;
  for (; choosing[other] != 0 && turn < kTurns; ++turn) reload();
  for (; !goes_first(me, other) && turn < kTurns; ++turn) reload();
  return !kFixed || turn < kTurns;
}

bool enter(int me) {
  choosing[me] = 1;
  reload();
  number[me] = 1 + std::max<int>(number[0], number[1]);
  reload();
  choosing[me] = 0;
  for (int other = 0; other < kThreads; ++other) {
    reload();
    if (!has_waited_for(me, other)) return false;
  }
  return true;
}

int main() {
  std::thread first([] {
    if (enter(0)) x = 0;
    number[0] = 0;
  });
  std::thread second([] {
    if (enter(1)) {
      x = 1;
      reload();
      assert(x == 1);
    }
    number[1] = 0;
  });
  first.join();
  second.join();
}
