// A program that is linked with the library. With an argument the library's lock is used.
#include <cassert>
#include <thread>

#include "library.h"

int main(int argc, char**) {
  const auto count = argc > 1 ? count_one_locked : count_one;
  std::thread other([&] { assert(count() == 1); });
  assert(count() == 1);
  other.join();
  assert(counted() == 2);
}
