// A status other than 0 in some schedules. What runs after it locks, as libraries do when they shut down, and
// what std::cout still holds is written.
//
// run: => exit-status
// options: --executions 300
// says: exit status 3 \(expected 0\)
// replays: the last words
#include <iostream>
#include <mutex>
#include <thread>

std::mutex lock;
int sum = 0;

__attribute__((destructor)) static void shut_down() {
  const std::scoped_lock locked(lock);
  sum = 0;
}

int main() {
  std::ios::sync_with_stdio(false);
  int seen = 0;
  std::thread reader([&] {
    const std::scoped_lock locked(lock);
    seen = sum;
  });
  {
    const std::scoped_lock locked(lock);
    sum = 1;
  }
  reader.join();
  std::cout << "the last words";
  return seen == 0 ? 3 : 0;
}
