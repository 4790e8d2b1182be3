// The program spins until its child process sets a flag in memory that both share. The child takes its time:
// a quarter of a second, far more than it takes to spin 50,000 times. That ends.
//
// run: => nothing
// options: --executions 2
// never: livelock:
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <new>
#include <thread>

int main() {
  void* const memory = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto* const ready = new (memory) std::atomic<bool>(false);
  const pid_t child = fork();
  if (child == 0) {
    usleep(250'000);
    ready->store(true);
    _exit(0);
  }
  std::thread waits([ready] {
    while (!ready->load()) std::this_thread::yield();
  });
  waits.join();
  waitpid(child, nullptr, 0);
}
