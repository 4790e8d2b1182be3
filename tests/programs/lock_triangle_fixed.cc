// The repaired twin of lock_triangle: three philosophers sit around three forks and each needs two.
// Everybody takes the fork with the lower number first.
#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>
#include <thread>

constexpr std::size_t kSeats = 3;
std::array<std::mutex, kSeats> forks;

void dine(std::size_t seat) {
  const auto [lower, higher] = std::minmax({seat, (seat + 1) % kSeats});
  std::lock_guard first(forks[lower]);
  std::lock_guard second(forks[higher]);
}

int main() {
  std::array<std::thread, kSeats> philosophers;
  for (std::size_t seat = 0; seat < kSeats; ++seat) philosophers[seat] = std::thread(dine, seat);
  for (auto& philosopher : philosophers) philosopher.join();
}
