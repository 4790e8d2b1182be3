// A function waits on its stack until a worker has finished. The worker wakes it after the unlock, and uses
// what may be gone by then. Nothing crashes: the stack is still there. Repaired in loop_returned_fixed.cc.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

class Loop {
 public:
  void run() {
    std::unique_lock<std::mutex> lock(mutex_);
    condition_.wait(lock, [this] { return finished_; });
  }
  void finish() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      finished_ = true;
    }
    condition_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable condition_;
  bool finished_ = false;
};

std::thread worker;

void sync_wait() {
  Loop loop;
  worker = std::thread([&loop] { loop.finish(); });
  loop.run();
}

int main() {
  sync_wait();
  std::puts("finished");
  worker.join();
}
