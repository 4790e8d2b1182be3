// What happens outside the region is not explored, and its accesses are not looked at: neither is a race
// there reported, nor one between accesses that only atomics outside order. Threads that wait for each other
// there by polling go on, and what leaves the region in an unusual way has left it.
//
// run: ordered => nothing
// run: racing-outside => nothing
// run: polls => nothing
// run: throws => nothing
// run: jumps => nothing
// run: ends => nothing
// run: recurses => nothing
// run: racing-inside => data-race
// options: --executions 300 --region step
#include <pthread.h>
#include <atomic>
#include <csetjmp>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <thread>

std::atomic<int> turn{0};
std::atomic<int> count{0};
std::mutex* lock = nullptr;
volatile bool flag = false;
int value = 0;
jmp_buf back;

__attribute__((noinline)) void step(std::string_view how, int depth = 0) {
  ++count;
  if (how == "racing-inside" || how == "ordered") ++value;
  if (how == "throws") throw std::runtime_error("left");
  if (how == "jumps") longjmp(back, 1);
  if (how == "ends") pthread_exit(nullptr);
  if (how == "recurses" && depth < 3) step(how, depth + 1);
  ++count;
}

// One after the other: an atomic orders their steps and the mutex's birth, and is accessed outside only.
void take_turns(int mine) {
  while (turn.load(std::memory_order_acquire) != mine) std::this_thread::yield();
  if (mine == 0) lock = new std::mutex;
  lock->lock();
  lock->unlock();
  step("ordered");
  turn.store(mine + 1, std::memory_order_release);
}

void* run(void* argument) {
  const std::string_view how = static_cast<const char*>(argument);
  if (how == "throws") {
    try {
      step(how);
    } catch (const std::runtime_error&) {
    }
  } else if (how == "jumps") {
    static std::mutex one_at_a_time;  // `back` is one for both
    const std::lock_guard guard(one_at_a_time);
    if (setjmp(back) == 0) step(how);
  } else {
    step(how);
  }
  return nullptr;
}

int main(int, char** arguments) {
  const std::string_view how = arguments[1];
  if (how == "ordered") {
    std::thread zero(take_turns, 0), one(take_turns, 1);
    zero.join();
    one.join();
    delete lock;
    return 0;
  }
  if (how == "polls") {
    std::thread waits([] {
      while (!flag) {
      }
      step("polls");
    });
    std::thread waits_too([] {
      while (count.load() == 0) {
      }
    });
    flag = true;
    waits.join();
    waits_too.join();
    return 0;
  }
  if (how == "racing-outside") {
    std::thread other([] { ++value; });
    ++value;
    other.join();
  }
  pthread_t threads[2];
  for (pthread_t& each : threads) pthread_create(&each, nullptr, run, arguments[1]);
  for (pthread_t& each : threads) pthread_join(each, nullptr);
}
