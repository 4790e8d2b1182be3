// Three philosophers sit around three forks; each takes the fork at the left and then the one at the right.
// Bug: around the table the forks are taken in a circle.
// Deadlocks when each of the three has taken one fork.
#include <array>
#include <cstddef>
#include <mutex>
#include <thread>

constexpr std::size_t kSeats = 3;
std::array<std::mutex, kSeats> forks;

void dine(std::size_t seat) {
  std::lock_guard left(forks[seat]);
  std::lock_guard right(forks[(seat + 1) % kSeats]);
}

int main() {
  std::array<std::thread, kSeats> philosophers;
  for (std::size_t seat = 0; seat < kSeats; ++seat) philosophers[seat] = std::thread(dine, seat);
  for (auto& philosopher : philosophers) philosopher.join();
}
