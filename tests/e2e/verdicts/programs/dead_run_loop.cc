// A function waits until another thread has finished its loop, an object in its frame. The other thread lets
// it go under the mutex and notifies after unlocking: by then the loop may be gone. With -O1 the function
// would be inlined, and its frame would end nowhere.
//
// run: late => stack-error, data-race?
// run: early => nothing
// options: --executions 300
// build: -O1
// says: in\s+the\s+frame\s+of\s+sync_wait,|No bug found
#include <condition_variable>
#include <mutex>
#include <string_view>
#include <thread>

bool notifies_late;

class RunLoop {
 public:
  void run() {
    std::unique_lock lock(mutex_);
    condition_.wait(lock, [this] { return finished_; });
  }
  void finish() {
    std::unique_lock lock(mutex_);
    finished_ = true;
    if (notifies_late) lock.unlock();
    condition_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable condition_;
  bool finished_ = false;
};

static std::thread sync_wait() {
  RunLoop loop;
  std::thread worker([&loop] { loop.finish(); });
  loop.run();
  return worker;
}

int main(int, char** arguments) {
  notifies_late = std::string_view(arguments[1]) == "late";
  std::thread worker = sync_wait();
  worker.join();
}
