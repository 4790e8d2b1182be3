// Customers (two, or as many as the environment variable CUSTOMERS says) book the only seat.
// Bug: the seat is tested and taken in two steps; a second owner is answered with std::terminate().
// Fails when two customers find the seat free before either of them takes it.
#include <atomic>
#include <cstdlib>
#include <exception>
#include <thread>
#include <vector>

std::atomic<bool> seat_taken{false};
std::atomic<int> owners{0};

void book() {
  if (seat_taken) return;
  seat_taken = true;
  if (owners.fetch_add(1) != 0) std::terminate();
}

int main() {
  const char* customers = std::getenv("CUSTOMERS");
  const int count = customers == nullptr ? 2 : std::atoi(customers);

  std::vector<std::thread> threads;
  for (int customer = 0; customer < count; ++customer) threads.emplace_back(book);
  for (auto& thread : threads) thread.join();
}
