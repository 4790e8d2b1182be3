// Two threads that take two locks in opposite orders. The argument says what keeps them from meeting:
//   distance  nothing but luck: one is done with its locks long before the other one comes to them
//   gate      a third lock, that both hold
//   flag      the other one takes them only after the first one is done
#include <atomic>
#include <mutex>
#include <string>
#include <thread>

std::mutex first, second, gate;
std::atomic<bool> done;
std::atomic<int> work, other_work;

void there(const std::string& kept_apart_by) {
  std::unique_lock<std::mutex> kept_apart(gate, std::defer_lock);
  if (kept_apart_by == "gate") kept_apart.lock();
  {
    std::lock_guard outer(first);
    std::lock_guard inner(second);
  }
  done = true;
  for (int i = 0; i < 200; ++i) ++work;
}

void back(const std::string& kept_apart_by) {
  for (int i = 0; i < 200; ++i) ++other_work;
  if (kept_apart_by == "flag" && !done) return;
  std::unique_lock<std::mutex> kept_apart(gate, std::defer_lock);
  if (kept_apart_by == "gate") kept_apart.lock();
  std::lock_guard outer(second);
  std::lock_guard inner(first);
}

int main(int, char** arguments) {
  std::thread one(there, arguments[1]), two(back, arguments[1]);
  one.join();
  two.join();
}
