// Lock traffic that has nothing to do with the deadlock: it only makes up events.
#pragma once

#include <mutex>

namespace subjects {

// Takes a lock and gives it back at once.
inline void visit(std::mutex& mutex) {
  std::lock_guard lock(mutex);
}

// Each thread has one. Every fourth section takes the lock that all threads have in common.
class Traffic {
 public:
  explicit Traffic(std::mutex& common) : common_(common) {}

  void sections(int count) {
    for (int i = 1; i <= count; ++i) visit(i % 4 == 0 ? common_ : own_);
  }

 private:
  std::mutex own_;
  std::mutex& common_;
};

}  // namespace subjects
