// Two threads count on atomics of 1, 2, 4 and 8 bytes; main returns 1 if a count is wrong.
// Bug: a load and a store in place of fetch_add().
// Fails when both threads load one of the counters before either of them stores.
#include <atomic>
#include <cstdint>
#include <thread>

template <typename Integer>
struct Tally {
  void add() { count.store(static_cast<Integer>(count.load() + 1)); }

  std::atomic<Integer> count{0};
};

Tally<std::uint8_t> small;
Tally<std::uint16_t> medium;
Tally<std::uint32_t> large;
Tally<std::uint64_t> huge;

void count_once() {
  small.add();
  medium.add();
  large.add();
  huge.add();
}

int main() {
  std::thread first(count_once);
  std::thread second(count_once);
  first.join();
  second.join();
  const bool right = small.count == 2 && medium.count == 2 && large.count == 2 && huge.count == 2;
  return right ? 0 : 1;
}
