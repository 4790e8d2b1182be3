// A runner spins until main says go.
// Bug: the runner clears the flag itself before it spins, "to start from a clean state".
// Livelock when main says go before the runner clears the flag: nobody sets it again.
#include <atomic>
#include <thread>

std::atomic<bool> go{false};

void run() {
  go = false;
  while (!go) std::this_thread::yield();
}

int main() {
  std::thread runner(run);
  go = true;
  runner.join();
}
