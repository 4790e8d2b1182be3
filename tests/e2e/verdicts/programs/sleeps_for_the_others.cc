// A test sleeps until the others are done, as it thinks, and has to wait for them for half a second or 10 ms.
// A machine may hold threads up for 10 ms, but not for half a second.
//
// run: 500 => nothing
// run: 10 => assertion
// options: --executions 300
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstdlib>
#include <thread>

std::atomic<int> done{0};

void work() {
  for (int i = 0; i < 3; ++i) ++done;
}

int main(int, char** arguments) {
  std::thread first(work), second(work);
  std::this_thread::sleep_for(std::chrono::milliseconds(std::atoi(arguments[1])));
  assert(done == 6);
  first.join();
  second.join();
}
