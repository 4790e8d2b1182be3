// The repaired twin of future_cycle: two tasks exchange results through promises, and the first one leads.
// The leader is chosen by one atomic exchange, so only one task waits for the other.
#include <atomic>
#include <cassert>
#include <functional>
#include <future>

std::atomic<bool> leader_chosen{false};

bool become_leader() {
  return !leader_chosen.exchange(true);
}

int take_part(std::promise<int>& mine, std::future<int>& other) {
  const int result = become_leader() ? 1 + other.get() : 1;
  mine.set_value(result);
  return result;
}

int main() {
  std::promise<int> left, right;
  std::future<int> from_left = left.get_future(), from_right = right.get_future();
  auto first = std::async(std::launch::async, take_part, std::ref(left), std::ref(from_right));
  auto second = std::async(std::launch::async, take_part, std::ref(right), std::ref(from_left));
  const int sum = first.get() + second.get();
  assert(sum == 3);
}
