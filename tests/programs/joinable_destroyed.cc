// Main starts a worker and waits for it only if it has not finished yet.
// Bug: a finished thread must be joined too; the destructor of a joinable std::thread calls std::terminate().
// Fails when the worker sets its flag before main looks at it.
#include <atomic>
#include <thread>

std::atomic<bool> finished{false};

int main() {
  std::thread worker([] { finished = true; });
  if (!finished) worker.join();
}
