// Receivers wait for parcels. `delivery N`: with so many receivers (1).
#include <cassert>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

std::mutex door;
std::condition_variable rung;
int parcels = 0;

void receive() {
  std::unique_lock lock(door);
  if (parcels == 0) rung.wait(lock);  // an if where a while should be
  assert(parcels > 0);
  --parcels;
}

void deliver() {
  std::lock_guard lock(door);
  ++parcels;
  rung.notify_one();
}

int main(int argc, char** argv) {
  const int receivers = argc > 1 ? std::atoi(argv[1]) : 1;
  std::vector<std::thread> threads;
  for (int i = 0; i < receivers; ++i) threads.emplace_back(receive);
  for (int i = 0; i < receivers; ++i) deliver();
  for (std::thread& thread : threads) thread.join();
}
