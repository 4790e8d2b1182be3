// A condition variable may be destroyed when all its waiters have been notified; they need not have returned
// from wait, nor have woken up. One that was not notified must not be left behind.
//
// run: notify_all => nothing
// run: notify_one => nothing
// run: timed => nothing
// run: left_behind => lock-misuse
// options: --executions 300 --spurious
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

std::mutex mutex;
std::condition_variable* condition = new std::condition_variable;
int waiting = 0;
bool ready = false;

void wait(bool timed) {
  std::unique_lock lock(mutex);
  if (ready) return;
  ++waiting;
  if (timed)
    condition->wait_for(lock, std::chrono::seconds(1));
  else
    condition->wait(lock);
  --waiting;
}

int main(int, char** arguments) {
  const std::string mode = arguments[1];
  std::vector<std::thread> waiters;
  for (int i = 0; i < (mode == "left_behind" ? 2 : 1); ++i) waiters.emplace_back(wait, mode == "timed");
  {
    std::lock_guard lock(mutex);
    ready = true;
    if (mode == "notify_all" || mode == "timed")
      condition->notify_all();
    else
      condition->notify_one();
    delete condition;
  }
  for (std::thread& waiter : waiters) waiter.join();
}
