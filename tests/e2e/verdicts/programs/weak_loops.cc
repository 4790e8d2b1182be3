// Under the C++ memory model a loop that waits for a store sees it after finitely many loads, and a loop that
// tries a weak compare-exchange again comes to an end. A strong one never fails for no reason. What waits for
// a value that is not the newest one, and never will be, waits for ever.
//
// options: --memory c++ --executions 2000 --races ignore
// run: spinning => nothing
// run: yielding => nothing
// run: handshake => nothing
// run: trying_again => nothing
// run: trying_once => nothing
// run: overtaken => livelock
// explains: overtaken
#include <atomic>
#include <cassert>
#include <cstring>
#include <thread>

namespace {

constexpr std::memory_order kRelaxed = std::memory_order_relaxed;
std::atomic<int> x{0}, y{0};

template <typename... Threads>
void in_parallel(Threads... threads) {
  std::thread all[] = {std::thread(threads)...};
  for (std::thread& each : all) each.join();
}

// Both stores to x are made when the waiting begins, but in modification order the second one may be first.
void wait_for_the_second_store() {
  in_parallel([] { x.store(1, kRelaxed), y.store(1, kRelaxed); },
              [] {
                while (y.load(kRelaxed) == 0) std::this_thread::yield();
                x.store(2, kRelaxed);
                while (x.load(kRelaxed) != 2) std::this_thread::yield();
                y.store(2, kRelaxed);
              },
              [] {
                while (y.load(std::memory_order_acquire) != 2) std::this_thread::yield();
                while (x.load(kRelaxed) != 2) std::this_thread::yield();
              });
}

}  // namespace

int main(int, char** arguments) {
  const auto is = [&](const char* name) { return std::strcmp(arguments[1], name) == 0; };
  if (is("spinning"))
    in_parallel([] { x.store(1, kRelaxed); },
                [] {
                  while (x.load(kRelaxed) == 0) {
                  }
                });
  if (is("yielding"))
    in_parallel([] { x.store(1, kRelaxed); },
                [] {
                  while (x.load(kRelaxed) == 0) std::this_thread::yield();
                });
  if (is("handshake"))
    for (int round = 1; round <= 2; ++round)
      in_parallel(
          [=] {
            x.store(round, kRelaxed);
            while (y.load(kRelaxed) != round) std::this_thread::yield();
          },
          [=] {
            while (x.load(kRelaxed) != round) std::this_thread::yield();
            y.store(round, kRelaxed);
          });
  if (is("trying_once"))
    in_parallel([] {
      int expected = 0;
      assert(x.compare_exchange_strong(expected, 1, kRelaxed));
    });
  if (is("trying_again"))
    in_parallel([] {
      int expected = 0;
      while (!x.compare_exchange_weak(expected, 1, kRelaxed)) assert(expected == 0);
    });
  if (is("overtaken")) wait_for_the_second_store();
}
