// Two threads wait for `finished`, and the worker signals once: one of them waits for ever. The worker waits
// for the next job, as it should.
//
// run: => deadlock
// says: deadlock: main.[12] waits at \S+ on `done`
// never: lost wake-up
// replays: the last signal, by main.0 at \S+ woke main.[12]
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable work, done;
bool job = false, finished = false, stopping = false;

void serve() {
  std::unique_lock lock(mutex);
  for (;;) {
    work.wait(lock, [] { return job || stopping; });
    if (stopping) return;
    job = false;
    finished = true;
    done.notify_one();
  }
}

void wait_until_finished() {
  std::unique_lock lock(mutex);
  done.wait(lock, [] { return finished; });
}

int main() {
  std::thread worker(serve);
  {
    std::lock_guard lock(mutex);
    job = true;
  }
  work.notify_one();
  std::thread first(wait_until_finished), second(wait_until_finished);
  first.join();
  second.join();
  {
    std::lock_guard lock(mutex);
    stopping = true;
  }
  work.notify_one();
  worker.join();
}
