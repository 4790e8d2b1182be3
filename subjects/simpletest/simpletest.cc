// A thread computes y from x, and tests it twice while another thread changes both.
// Bug: there is no lock.
// Fails when the other thread writes y between the two tests.
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

std::mutex mutex;  // only the twin takes it
int x = 1, y = 1;

int main() {
  std::thread writer([] {
    std::unique_lock lock(mutex, std::defer_lock);
    if (kFixed) lock.lock();
    --x;
    reload();
    ++y;
  });
  std::thread tester([] {
    std::unique_lock lock(mutex, std::defer_lock);
    if (kFixed) lock.lock();
    y = x - 1;
    reload();
    if (y > 0) return;
    reload();
    assert(y <= 0);
  });
  writer.join();
  tester.join();
}
