// Counts down when the result is there.
#include <array>
#include <cassert>
#include <latch>
#include <thread>

int main() {
  std::latch done(2);
  std::array<int, 2> results{};
  const auto work = [&](int i) {
    results[i] = i + 1;
    done.count_down();
  };
  std::thread first(work, 0), second(work, 1);
  done.wait();
  assert(results[0] == 1 && results[1] == 2);
  first.join();
  second.join();
}
