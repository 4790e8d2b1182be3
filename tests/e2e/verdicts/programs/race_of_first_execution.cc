// A lock that may be taken twice reads its owner without synchronisation: a data race in the very first
// execution. That execution learns which memory is shared, and sees only what comes after; its replay sees
// all accesses.
//
// run: => data-race
// options: --executions 1
// says: found in execution 1 of 1
#include <atomic>
#include <thread>

class TwiceLocked {
 public:
  void lock() {
    const std::thread::native_handle_type self = pthread_self();
    if (owner_ == self) {
      depth_.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    for (unsigned free = 0; !depth_.compare_exchange_weak(free, 1, std::memory_order_acquire); free = 0)
      std::this_thread::yield();
    owner_ = self;
  }

  void unlock() {
    const unsigned depth = depth_.load(std::memory_order_relaxed);
    if (depth == 1) owner_ = 0;
    depth_.store(depth - 1, depth == 1 ? std::memory_order_release : std::memory_order_relaxed);
  }

 private:
  std::atomic<unsigned> depth_ = 0;
  std::thread::native_handle_type owner_ = 0;
};

int main() {
  TwiceLocked lock;
  int count = 0;
  const auto work = [&] {
    lock.lock();
    lock.lock();
    ++count;
    lock.unlock();
    lock.unlock();
  };
  std::thread first(work), second(work);
  first.join();
  second.join();
}
