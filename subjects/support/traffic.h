// Lock traffic that has nothing to do with the deadlock: it only makes up events.
#pragma once

#include <mutex>

namespace subjects {

// Takes a lock and gives it back at once. Inlined, so that each use of it is a site of its own.
[[gnu::always_inline]] inline void visit(std::mutex& mutex) {
  std::lock_guard lock(mutex);
}

// A thread's own lock, and for threads that are in no deadlock every other time the one that they have in
// common. The deadlock's threads must not wait for it: where one of them waits it is held up without a change
// of priority, and the deadlock is less deep than it should be.
class Traffic {
 public:
  Traffic() : other_(own_) {}
  explicit Traffic(std::mutex& common) : other_(common) {}

  void sections(int count) {
    std::mutex& other = other_;  // read once: main wrote it, and each read of it is a scheduling point
    for (int i = 0; i < count; ++i) visit(i % 2 == 0 ? own_ : other);
  }

 private:
  std::mutex own_;
  std::mutex& other_;
};

}  // namespace subjects
