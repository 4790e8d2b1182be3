// Both threads have written before the next round starts.
#include <array>
#include <barrier>
#include <cassert>
#include <thread>

int main() {
  std::barrier phase(2);
  std::array<int, 2> cells{1, 2};
  const auto work = [&](int i) {
    for (int round = 0; round < 2; ++round) {
      const int neighbour = cells[1 - i];
      phase.arrive_and_wait();
      cells[i] = neighbour;
      phase.arrive_and_wait();
    }
  };
  std::thread first(work, 0), second(work, 1);
  first.join();
  second.join();
  assert(cells[0] == 1 && cells[1] == 2);
}
