// A lock made of one atomic: for a tester that knows mutexes it is data like any other, so that a lock or an
// unlock that is missing shows itself by what it does to the structure, and not as misuse of a mutex.
#pragma once

#include <atomic>
#include <thread>

namespace subjects {

class SpinLock {
 public:
  void lock() {
    while (locked_.exchange(true)) std::this_thread::yield();
  }
  void unlock() { locked_.store(false); }

 private:
  std::atomic<bool> locked_ = false;
};

}  // namespace subjects
