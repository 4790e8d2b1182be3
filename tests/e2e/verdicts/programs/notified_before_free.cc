// The atomic is freed after the thread that notifies has ended: the right twin of notified_after_free.cc.
//
// run: => nothing
// options: --executions 300
// carriers: contexts
#include <atomic>
#include <thread>

int main() {
  auto* flag = new std::atomic<int>(0);
  std::thread notifier([flag] {
    flag->store(1);
    flag->notify_one();
  });
  flag->wait(0);
  notifier.join();
  delete flag;
}
