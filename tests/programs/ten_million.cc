// Two threads walk around a shared ring and count their visits: about N shared accesses.
// Arguments: N (10,000,000), and "fail" to assert that the second thread is not the last to finish.
// Half of the accesses are plain reads, half are relaxed fetch_adds. No visit is lost on any schedule.
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <thread>

std::array<std::size_t, 4> next_place{1, 2, 3, 0};
std::array<std::atomic<long>, 4> visits{};
std::atomic<int> finished{0};

// Returns whether the other thread had finished before.
bool walk(long steps) {
  std::size_t place = 0;
  for (long step = 0; step < steps; ++step) {
    place = next_place[place];
    visits[place].fetch_add(1, std::memory_order_relaxed);
  }
  return finished.fetch_add(1) == 1;
}

[[gnu::noinline]] void check_total(long expected) {
  long total = 0;
  for (const auto& count : visits) total += count;
  assert(total == expected);
}

int main(int argc, char** argv) {
  const long accesses = argc > 1 ? std::atol(argv[1]) : 10'000'000;
  const bool may_fail = argc > 2 && std::string_view(argv[2]) == "fail";
  const long steps = accesses / 4;  // two threads, two accesses a step

  bool second_was_last = false;
  std::thread first(walk, steps);
  std::thread second([&second_was_last, steps] { second_was_last = walk(steps); });
  first.join();
  second.join();

  check_total(2 * steps);
  assert(!(may_fail && second_was_last));
}
