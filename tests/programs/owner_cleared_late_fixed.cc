// The repaired twin of owner_cleared_late: a hand-made re-entrant lock remembers its owner's thread id.
// unlock() forgets the owner before it gives the mutex away.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class ReentrantLock {
 public:
  void lock() {
    if (owner_ != std::this_thread::get_id()) {
      mutex_.lock();
      owner_ = std::this_thread::get_id();
    }
    ++depth_;
  }

  void unlock() {
    if (--depth_ > 0) return;
    owner_ = std::thread::id();
    mutex_.unlock();
  }

 private:
  std::mutex mutex_;
  std::atomic<std::thread::id> owner_;
  int depth_ = 0;
};

ReentrantLock lock;
int visits = 0;

void visit() {
  std::lock_guard outer(lock);
  std::lock_guard inner(lock);
  ++visits;
}

int main() {
  std::thread first(visit);
  std::thread second(visit);
  first.join();
  second.join();
  assert(visits == 2);
}
