// Two threads write the same two fields, and the first one checks what it has written.
// Bug: there is no lock.
// Fails when the second thread writes the field between the first one's write and check.
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

std::mutex mutex;  // only the twin takes it
int x = 0, y = 0;

int main() {
  std::thread first([] {
    std::unique_lock lock(mutex, std::defer_lock);
    if (kFixed) lock.lock();
    x = 12;
    y = 12;
    reload();
    assert(x == 12);
  });
  std::thread second([] {
    std::unique_lock lock(mutex, std::defer_lock);
    if (kFixed) lock.lock();
    x = 13;
    y = 13;
  });
  first.join();
  second.join();
}
