// A range of numbers whose hash code is computed when somebody asks for it first, as in Commons Lang.
// Bug: the hash code is computed in the field itself, in two steps and without a lock.
// Fails when a thread finds the field set and returns a value that is not complete yet, or when two threads
// compute at the same time.
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

class IntRange {
 public:
  IntRange(int minimum, int maximum) : minimum_(minimum), maximum_(maximum) {}

  int hash_code() {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (kFixed) lock.lock();
    if (hash_code_ == 0) {
      hash_code_ = 17;
      reload();
      hash_code_ = 37 * (37 * hash_code_ + minimum_) + maximum_;
    }
    reload();
    return hash_code_;
  }

 private:
  std::mutex mutex_;  // only the twin takes it
  const int minimum_, maximum_;
  int hash_code_ = 0;
};

IntRange range(0, 10);
int first_hash = 0, second_hash = 0;

int main() {
  std::thread first([] { first_hash = range.hash_code(); });
  std::thread second([] { second_hash = range.hash_code(); });
  first.join();
  second.join();
  assert(first_hash == second_hash);
}
