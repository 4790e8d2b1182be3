// One thread adds one to x, another one doubles it, and the result has to be two.
// Bug: there is neither a lock nor an order.
// Fails when the doubling comes first, or when one of the two is lost.
#include <cassert>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

int x = 0;

int main() {
  std::thread adder([] { ++x; });
  if (kFixed) adder.join();
  std::thread doubler([] { x *= 2; });
  if (!kFixed) adder.join();
  doubler.join();
  assert(x >= 2);
}
