// The repaired twin of spin_on_lost_flag: a runner spins until main says go.
// The flag is clear from the beginning, and nobody clears it afterwards.
#include <atomic>
#include <thread>

std::atomic<bool> go{false};

void run() {
  while (!go) std::this_thread::yield();
}

int main() {
  std::thread runner(run);
  go = true;
  runner.join();
}
