// Four threads set a pair of variables to their number and its opposite, and then a fifth checks the pair.
// Bug: each of the two writes has the lock, but not both together.
// Fails when the last thread to write the first variable is not the last to write the second one.
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

std::recursive_mutex mutex;
int a = 0, b = 0;
bool is_right = false;

void set(int number) {
  std::unique_lock both(mutex, std::defer_lock);
  if (kFixed) both.lock();
  {
    std::lock_guard lock(mutex);
    a = number;
  }
  {
    std::lock_guard lock(mutex);
    b = -number;
  }
}

int main() {
  std::thread setter1([] { set(1); });
  std::thread setter2([] { set(2); });
  std::thread setter3([] { set(3); });
  std::thread setter4([] { set(4); });
  setter1.join();
  setter2.join();
  setter3.join();
  setter4.join();
  std::thread checker([] { is_right = a + b == 0; });
  checker.join();
  assert(is_right);
}
