// Four threads ask a generator for even numbers.
// Bug: the generator adds one twice, without a lock.
// Fails when two threads are in next(): one of them returns an odd number.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

constexpr int kCalls = 3;

class EvenGenerator {
 public:
  int next() {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (kFixed) lock.lock();
    ++value_;
    reload();
    ++value_;
    reload();
    return value_;
  }

 private:
  std::mutex mutex_;  // only the twin takes it
  int value_ = 0;
};

EvenGenerator generator;

void check() {
  for (int i = 0; i < kCalls; ++i) assert(generator.next() % 2 == 0);
}

int main() {
  std::array checkers{std::thread(check), std::thread(check), std::thread(check), std::thread(check)};
  for (std::thread& checker : checkers) checker.join();
}
