// Figure 1 of the RPro paper: deadlock D1, two threads and two locks.
// Bug: the second thread takes the locks in the opposite order.
// Deadlocks when each thread holds its first lock and waits for its second.
#include <mutex>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

std::mutex m, n;

int main() {
  std::thread t1([] {
    std::lock_guard outer(m);
    std::lock_guard inner(n);
  });
  std::thread t2([] {
    std::lock_guard outer(kFixed ? m : n);
    std::lock_guard inner(kFixed ? n : m);
  });
  t1.join();
  t2.join();
}
