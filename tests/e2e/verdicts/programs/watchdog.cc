// An alarm that would end the program is no way out: that all threads wait for ever is the bug, at the line
// where they do.
//
// run: => deadlock
// options: --executions 100
// says: waits at \S*watchdog.cc:\d+ on `changed`
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;

int main() {
  alarm(60);
  std::thread other([] {
    pollfd entry{eventfd(0, 0), POLLIN, 0};
    poll(&entry, 1, -1);
  });
  std::unique_lock lock(mutex);
  changed.wait(lock);
}
