// A sleep of 300 ms does not end because another thread takes a lock many times: that is work, not polling.
//
// run: => nothing
// options: --executions 500
#include <unistd.h>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
int total = 0;

int main() {
  std::thread worker([] {
    for (int i = 0; i < 200; ++i) {
      const std::lock_guard guard(mutex);
      ++total;
    }
  });
  usleep(300'000);
  {
    const std::lock_guard guard(mutex);
    assert(total == 200);
  }
  worker.join();
}
