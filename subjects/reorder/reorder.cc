// Two threads set a pair of variables to 1 and -1, two others check that both or none are set.
// Bug: there is no lock.
// Fails when a checker reads the pair between the two writes.
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

std::mutex mutex;  // only the twin takes it
int a = 0, b = 0;

void set() {
  std::unique_lock lock(mutex, std::defer_lock);
  if (kFixed) lock.lock();
  a = 1;
  b = -1;
}

void check() {
  std::unique_lock lock(mutex, std::defer_lock);
  if (kFixed) lock.lock();
  const bool none_is_set = a == 0 && b == 0;
  reload();
  assert(none_is_set || (a == 1 && b == -1));
}

int main() {
  std::thread setter1(set);
  std::thread setter2(set);
  std::thread checker1(check);
  std::thread checker2(check);
  setter1.join();
  setter2.join();
  checker1.join();
  checker2.join();
}
