// Two tasks exchange results through promises; the first to come leads and waits for the other's.
// Bug: the leader is looked for and chosen in two steps.
// Deadlocks when both tasks think they lead: each waits for the other's result.
#include <atomic>
#include <cassert>
#include <functional>
#include <future>

std::atomic<bool> leader_chosen{false};

bool become_leader() {
  if (leader_chosen) return false;
  leader_chosen = true;
  return true;
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
