// Two tasks of NASA's Remote Agent that signal each other in turns.
// Bug: a task compares the event's count with the one it knows before it enters the event's monitor to wait.
// Deadlocks when the other task signals the event in between: the notification is lost.
#include <thread>

#include "support/fixed.h"
#include "support/monitor.h"

using namespace subjects;

constexpr int kRounds = 3;

class Event {
 public:
  // Waits until there has been another signal than the known ones.
  void wait_for_change(int known) {
    if (kFixed) {
      Synchronized lock(monitor_);
      while (count_ == known) monitor_.wait();
      return;
    }
    if (count_ != known) return;
    Synchronized lock(monitor_);
    monitor_.wait();
  }

  void signal() {
    Synchronized lock(monitor_);
    ++count_;
    monitor_.notify_all();
  }

 private:
  Monitor monitor_;
  int count_ = 0;
};

Event event1, event2;

int main() {
  std::thread first([] {
    for (int round = 0; round < kRounds; ++round) {
      event1.wait_for_change(round);
      event2.signal();
    }
  });
  std::thread second([] {
    for (int round = 0; round < kRounds; ++round) {
      event1.signal();
      event2.wait_for_change(round);
    }
  });
  first.join();
  second.join();
}
