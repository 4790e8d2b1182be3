// The repaired twin of double_booking: customers (CUSTOMERS, or two) book the only seat.
// The seat is tested and taken by one atomic exchange, so it has one owner.
#include <atomic>
#include <cstdlib>
#include <exception>
#include <thread>
#include <vector>

std::atomic<bool> seat_taken{false};
std::atomic<int> owners{0};

void book() {
  if (seat_taken.exchange(true)) return;
  if (owners.fetch_add(1) != 0) std::terminate();
}

int main() {
  const char* customers = std::getenv("CUSTOMERS");
  const int count = customers == nullptr ? 2 : std::atoi(customers);

  std::vector<std::thread> threads;
  for (int customer = 0; customer < count; ++customer) threads.emplace_back(book);
  for (auto& thread : threads) thread.join();
}
