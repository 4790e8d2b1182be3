// Readers and a writer with a lock of their own making. Who has to wait is in a list with a monitor of its
// own, and is woken there when its turn has come.
// Bug: a reader may go if no writer is active or none is waiting, where it should be "and".
// Fails when a reader goes while the writer writes.
#include <array>
#include <cassert>
#include <thread>
#include <vector>

#include "support/fixed.h"
#include "support/monitor.h"
#include "support/reload.h"

using namespace subjects;

struct Waiter {
  Monitor monitor;
  bool may_go = false;
};

class ReadersWriters {
 public:
  void before_read(Waiter& waiter) {
    Synchronized own(waiter.monitor);
    {
      Synchronized lock(monitor_);
      if (allow_reader()) {
        ++active_readers_;
        return;
      }
      waiting_readers_.push_back(&waiter);
    }
    while (!waiter.may_go) waiter.monitor.wait();
  }

  void before_write(Waiter& waiter) {
    Synchronized own(waiter.monitor);
    {
      Synchronized lock(monitor_);
      if (active_readers_ == 0 && active_writers_ == 0) {
        ++active_writers_;
        return;
      }
      waiting_writers_.push_back(&waiter);
    }
    while (!waiter.may_go) waiter.monitor.wait();
  }

  // The last reader lets a writer go.
  void after_read() {
    Waiter* next = nullptr;
    {
      Synchronized lock(monitor_);
      --active_readers_;
      if (active_readers_ == 0) next = take_writer();
    }
    if (next != nullptr) let_go(*next);
  }

  // Lets all waiting readers go, or the next writer if there are none.
  void after_write() {
    std::vector<Waiter*> next;
    {
      Synchronized lock(monitor_);
      --active_writers_;
      next.swap(waiting_readers_);
      active_readers_ += static_cast<int>(next.size());
      if (next.empty()) {
        if (Waiter* const writer = take_writer()) next.push_back(writer);
      }
    }
    for (Waiter* const waiter : next) let_go(*waiter);
  }

 private:
  bool allow_reader() const {
    if (kFixed) return active_writers_ == 0 && waiting_writers_.empty();
    return active_writers_ == 0 || waiting_writers_.empty();
  }

  Waiter* take_writer() {
    if (waiting_writers_.empty()) return nullptr;
    Waiter* const writer = waiting_writers_.front();
    waiting_writers_.erase(waiting_writers_.begin());
    ++active_writers_;
    return writer;
  }

  static void let_go(Waiter& waiter) {
    Synchronized lock(waiter.monitor);
    waiter.may_go = true;
    waiter.monitor.notify_one();
  }

  Monitor monitor_;
  int active_readers_ = 0, active_writers_ = 0;
  std::vector<Waiter*> waiting_readers_, waiting_writers_;
};

ReadersWriters lock;
std::array<Waiter, 3> waiters;
int writers = 0;  // that write at the moment

template <int id>
void read() {
  lock.before_read(waiters[id]);
  assert(writers == 0);
  lock.after_read();
}

template <int id>
void write() {
  lock.before_write(waiters[id]);
  ++writers;
  reload();
  --writers;
  lock.after_write();
}

int main() {
  std::array threads{std::thread(read<0>), std::thread(write<1>), std::thread(read<2>)};
  for (std::thread& thread : threads) thread.join();
}
