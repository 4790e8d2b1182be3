// What Java has and C++ has not: a monitor in every object, which is a re-entrant lock and a condition in
// one.
#pragma once

#include <array>
#include <cassert>
#include <condition_variable>
#include <mutex>

namespace subjects {

// Which monitors a thread is in, and how often it has entered each, is written down in the thread: so the
// mutex is locked once only, and wait() gives all levels back and takes them again. It also means that a
// monitor has no memory that threads share, and each use of it is one scheduling point.
class Monitor {
 public:
  Monitor() = default;
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;

  [[gnu::always_inline]] void lock() {
    if (++entry().levels == 1) mutex_.lock();
  }
  [[gnu::always_inline]] void unlock() {
    Entry& entered = entry();
    if (--entered.levels > 0) return;
    entered.monitor = nullptr;
    mutex_.unlock();
  }

  // Only for a thread that is in the monitor.
  [[gnu::always_inline]] void wait() {
    std::unique_lock lock(mutex_, std::adopt_lock);
    condition_.wait(lock);
    lock.release();
  }
  [[gnu::always_inline]] void notify_one() { condition_.notify_one(); }
  [[gnu::always_inline]] void notify_all() { condition_.notify_all(); }

 private:
  struct Entry {
    const Monitor* monitor = nullptr;
    int levels = 0;
  };

  // This thread's entry for the monitor, a free one if it is not in it.
  [[gnu::noinline]] Entry& entry() const {
    static thread_local std::array<Entry, 4> entries;
    for (Entry& each : entries) {
      if (each.monitor == this) return each;
    }
    for (Entry& each : entries) {
      if (each.monitor != nullptr) continue;
      each.monitor = this;
      return each;
    }
    assert(!"a thread is in too many monitors");
    __builtin_unreachable();
  }

  std::mutex mutex_;
  std::condition_variable condition_;
};

// synchronized (monitor) { ... } in Java. Inlined, so that each one is a place of its own in the program.
class Synchronized {
 public:
  [[gnu::always_inline]] explicit Synchronized(Monitor& monitor) : monitor_(monitor) { monitor_.lock(); }
  [[gnu::always_inline]] ~Synchronized() { monitor_.unlock(); }
  Synchronized(const Synchronized&) = delete;
  Synchronized& operator=(const Synchronized&) = delete;

 private:
  Monitor& monitor_;
};

}  // namespace subjects
