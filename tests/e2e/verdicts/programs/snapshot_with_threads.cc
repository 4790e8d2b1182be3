// Two workers are started and do a lot before the part that is tested, in which an update is lost. Executions
// begin in the middle, with the workers running; the schedule begins at the program's start, and replays.
//
// run: => assertion
// options: --executions 2000 --snapshot at:test --races ignore
// says: by \d+ re-executions|context switches are enough
// carriers: contexts
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

class Workers {
 public:
  explicit Workers(int count) {
    for (int i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Workers() {
    {
      const std::lock_guard guard(mutex_);
      over_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  void add(std::function<void()> task) {
    {
      const std::lock_guard guard(mutex_);
      tasks_.push_back(std::move(task));
      ++open_;
    }
    changed_.notify_one();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return open_ == 0; });
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return over_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
      if (--open_ == 0) done_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_, done_;
  std::deque<std::function<void()>> tasks_;
  std::vector<std::thread> threads_;
  int open_ = 0;
  bool over_ = false;
};

int table[1000];
int counter = 0;
std::mutex counter_lock;

void count() {
  counter_lock.lock();
  const int now = counter;
  counter_lock.unlock();
  counter_lock.lock();
  counter = now + 1;
  counter_lock.unlock();
}

__attribute__((noinline)) void test(Workers& workers) {
  workers.add(count);
  workers.add(count);
  workers.wait();
  assert(counter == 2);
}

int main() {
  Workers workers(2);
  for (int part = 0; part < 4; ++part)
    workers.add([part] {
      for (int round = 0; round < 20; ++round)
        for (int i = part; i < 1000; i += 4) ++table[i];
    });
  workers.wait();
  test(workers);
}
