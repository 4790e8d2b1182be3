// Two threads move money between two safes while a third keeps a heartbeat going until they are done.
// Bug: the movers lock the safes in opposite orders.
// Partial deadlock when each mover holds one safe: main waits for them, the heartbeat goes on for ever.
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

std::mutex left_safe;
std::mutex right_safe;
std::atomic<bool> stopping{false};
std::atomic<int> beats{0};

void move_money(std::mutex& from, std::mutex& to) {
  std::lock_guard from_lock(from);
  std::lock_guard to_lock(to);
}

void beat() {
  while (!stopping) {
    ++beats;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

int main() {
  std::thread heartbeat(beat);
  std::thread first([] { move_money(left_safe, right_safe); });
  std::thread second([] { move_money(right_safe, left_safe); });
  first.join();
  second.join();
  stopping = true;
  heartbeat.join();
}
