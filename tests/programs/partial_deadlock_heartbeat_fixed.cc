// The repaired twin of partial_deadlock_heartbeat: two threads move money beside a heartbeat.
// Both movers lock the left safe first.
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

std::mutex left_safe;
std::mutex right_safe;
std::atomic<bool> stopping{false};
std::atomic<int> beats{0};

void move_money() {
  std::lock_guard left_lock(left_safe);
  std::lock_guard right_lock(right_safe);
}

void beat() {
  while (!stopping) {
    ++beats;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

int main() {
  std::thread heartbeat(beat);
  std::thread first(move_money);
  std::thread second(move_money);
  first.join();
  second.join();
  stopping = true;
  heartbeat.join();
}
