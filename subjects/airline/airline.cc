// Twenty agents of an airline sell one ticket each for a flight with sixteen seats. An agent who finds
// the flight full stops the sales, and main then starts no more agents.
// Bug: nothing has a lock. An agent takes a seat before it looks whether the flight is full, and main
// looks at the stop only before it starts the next agent.
// Fails when agents that were started before the stop take their seats after the sixteenth.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

constexpr int kAgents = 20;
constexpr int kSeats = 16;

std::mutex mutex;  // only the twin takes it
int seats_sold = 0;
bool stop_sales = false;

void sell() {
  std::unique_lock lock(mutex, std::defer_lock);
  if (kFixed) lock.lock();
  if (!kFixed || seats_sold < kSeats) ++seats_sold;
  reload();
  if (seats_sold > (kFixed ? kSeats - 1 : kSeats)) stop_sales = true;
}

bool sales_are_stopped() {
  std::unique_lock lock(mutex, std::defer_lock);
  if (kFixed) lock.lock();
  return stop_sales;
}

int main() {
  std::array<std::thread, kAgents> agents;
  for (std::thread& agent : agents) {
    if (sales_are_stopped()) {
      if (!kFixed) --seats_sold;  // the one that was too many
      break;
    }
    agent = std::thread(sell);
  }
  {
    std::unique_lock lock(mutex, std::defer_lock);
    if (kFixed) lock.lock();
    assert(seats_sold <= kSeats);
  }
  for (std::thread& agent : agents) {
    if (agent.joinable()) agent.join();
  }
}
