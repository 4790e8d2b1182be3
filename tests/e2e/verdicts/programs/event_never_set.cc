// An event keeps its state, so nothing is lost when set() comes before wait(). Bug: no thread sets `done`.
// The worker has taken its work and waits for more.
//
// run: => deadlock
// says: deadlock: main waits at \S+ on `done.changed`
// never: lost wake-up
// replays: no thread has signalled it
#include <condition_variable>
#include <mutex>
#include <thread>

struct Event {
  std::mutex mutex;
  std::condition_variable changed;
  bool is_set = false;

  void set() {
    std::lock_guard lock(mutex);
    is_set = true;
    changed.notify_one();
  }
  void wait() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return is_set; });
    is_set = false;
  }
};

Event work, done;

int main() {
  std::thread worker([] {
    for (;;) work.wait();
  });
  work.set();
  done.wait();
  worker.join();
}
