// main writes x and reads y, a thread writes y and reads x.
// Bug: main relies on it that the thread has written y before main reads it.
// Fails when it has not, and finds x written.
#include <cassert>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

int x = 0, y = 0;
int a = 0, b = 0;

int main() {
  std::thread thread([] {
    y = 1;
    b = x;
  });
  if (kFixed) thread.join();
  x = 1;
  a = y;
  if (!kFixed) thread.join();
  assert(a == 1 || b == 0);
}
