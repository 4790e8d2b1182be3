// A deadlock while one thread waits for a mutex, one for a condition, and one is between two accesses to
// memory: what a debugger can say of each.
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex gate;
std::mutex own;
std::condition_variable never;
std::condition_variable arrived;
bool waiting = false;
int shared_word = 0;
int total = 0;

[[gnu::noinline]] void take_gate(int depth) {
  int locker_secret = depth * 7;
  if (depth < 2) return take_gate(depth + 1);
  gate.lock();
  total += locker_secret;
  gate.unlock();
}

[[gnu::noinline]] void wait_for_nothing(int depth) {
  int waiter_secret = depth * 11;
  if (depth < 1) return wait_for_nothing(depth + 1);
  std::unique_lock lock(own);
  waiting = true;
  arrived.notify_one();
  while (total < 1000) never.wait(lock);
  total += waiter_secret;
}

[[gnu::noinline]] void touch_memory(int depth) {
  int toucher_secret = depth * 13;
  for (int i = 0; i < 10'000; ++i) {
    shared_word = shared_word + 1;
    asm volatile("" ::: "memory");  // or the optimiser would leave one addition
  }
  total += toucher_secret;
}

}  // namespace

int main() {
  gate.lock();
  std::thread waiter(wait_for_nothing, 0);
  std::thread toucher(touch_memory, 1);
  {
    std::unique_lock lock(own);
    while (!waiting) arrived.wait(lock);
  }
  while (*static_cast<volatile int*>(&shared_word) < 3) std::this_thread::yield();
  std::thread locker(take_gate, 0);
  locker.join();
  gate.unlock();
  waiter.join();
  toucher.join();
}
