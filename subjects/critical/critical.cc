// Two threads with critical sections, and a variable that tells whose turn it is.
// Bug: the second thread claims the turn without asking, and only then waits for it.
// Fails when it does so while the first thread is in its section.
#include <atomic>
#include <cassert>
#include <thread>
#include <type_traits>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

// Plain as in the Java program; in the twin what Java calls volatile.
using Shared = std::conditional_t<kFixed, std::atomic<int>, int>;

Shared turn = 0;

int main() {
  std::thread first([] {
    turn = 0;
    for (int step = 0; step < 2; ++step) {
      reload();
      assert(turn == 0);
    }
    turn = 1;
  });
  std::thread second([] {
    if (!kFixed) turn = 1;
    reload();
    while (turn != 1) reload();
    turn = 0;
  });
  first.join();
  second.join();
}
