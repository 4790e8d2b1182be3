// Main waits for at most a second and takes a wait that has not timed out for the message. It may have ended
// by itself. `timeout`: the wait may time out as well, with the same option.
//
// run: message => assertion
// run: timeout => assertion
// options: --executions 300 --spurious --stall any
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string_view>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool message = false;

int main(int, char** arguments) {
  const bool expects_time = std::string_view(arguments[1]) == "timeout";
  std::thread sender([] {
    const std::lock_guard guard(mutex);
    message = true;
    changed.notify_one();
  });
  {
    std::unique_lock lock(mutex);
    if (!message) {
      const std::cv_status status = changed.wait_for(lock, std::chrono::seconds(1));
      if (expects_time)
        assert(status == std::cv_status::no_timeout);
      else
        assert(status == std::cv_status::timeout || message);
    }
  }
  sender.join();
}
