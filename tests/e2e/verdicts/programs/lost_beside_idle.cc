// A lost wake-up beside a worker that waits correctly: main asks whether the answer is there before it takes
// the lock, and the worker may give it and signal in between. Main is blamed, not the worker.
//
// run: => deadlock
// says: lost wake-up: main waits at \S+idle.cc:\d+ for a signal that was sent at \S+idle.cc:\d+
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex question_lock, answer_lock;
std::condition_variable question_came, answer_came;
bool question = false, stopping = false;
std::atomic<bool> answered{false};

void answer() {
  for (;;) {
    std::unique_lock lock(question_lock);
    question_came.wait(lock, [] { return question || stopping; });
    if (stopping) return;
    question = false;
    answered = true;
    answer_came.notify_one();
  }
}

void tell(bool& what) {
  {
    std::lock_guard lock(question_lock);
    what = true;
  }
  question_came.notify_one();
}

int main() {
  std::thread worker(answer);
  tell(question);
  if (!answered) {
    std::unique_lock lock(answer_lock);
    answer_came.wait(lock);
  }
  tell(stopping);
  worker.join();
}
