// The waiter frees the atomic as soon as it sees the store; the notification comes after that. A notification
// is a call on an object, which must be alive.
//
// run: => heap-error
// options: --executions 3000
// says: main\s+notifies
#include <atomic>
#include <thread>

int main() {
  auto* flag = new std::atomic<int>(0);
  std::thread waiter([flag] {
    flag->wait(0);
    delete flag;
  });
  flag->store(1);
  flag->notify_one();
  waiter.join();
}
