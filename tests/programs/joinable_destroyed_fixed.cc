// The repaired twin of joinable_destroyed: main starts a worker and waits for it.
// The thread is joined whether or not it has finished already.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> finished{false};

int main() {
  std::thread worker([] { finished = true; });
  worker.join();
  assert(finished);
}
