// Two threads that lock and unlock, each a mutex of its own, for a long time, and end. The only thing that
// changes is a counter in a register. Nothing is wrong.
//
// run: => nothing
// options: --executions 3
// never: livelock:
#include <mutex>
#include <thread>

void lock_often() {
  std::mutex own;
  for (int round = 0; round < 60'000; ++round) std::lock_guard lock(own);
}

int main() {
  std::thread first(lock_often), second(lock_often);
  first.join();
  second.join();
}
