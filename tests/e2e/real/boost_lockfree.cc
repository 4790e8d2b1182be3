// Boost.Lockfree: two threads put numbers into a queue and a stack, a third one takes them out. Nothing gets
// lost or comes twice, and each producer's numbers leave the queue in their order.
#include <boost/lockfree/queue.hpp>
#include <boost/lockfree/stack.hpp>

#include <cassert>
#include <thread>
#include <vector>

namespace {

constexpr int kNumbers = 3;

boost::lockfree::queue<int> queue(4);
boost::lockfree::stack<int> stack(4);

void produce(int producer) {
  for (int i = 0; i < kNumbers; ++i) {
    while (!queue.push(producer * 100 + i)) std::this_thread::yield();
    while (!stack.push(producer * 100 + i)) std::this_thread::yield();
  }
}

void consume() {
  int next[2] = {0, 0};
  int sum = 0;
  for (int taken = 0; taken < 4 * kNumbers;) {
    int number = 0;
    if (queue.pop(number)) {
      assert(number % 100 == next[number / 100]);
      ++next[number / 100];
      ++taken;
    }
    if (stack.pop(number)) {
      sum += number;
      ++taken;
    }
    std::this_thread::yield();
  }
  assert(next[0] == kNumbers && next[1] == kNumbers);
  assert(sum == kNumbers * (kNumbers - 1) + 100 * kNumbers);
}

}  // namespace

int main() {
  std::thread consumer(consume);
  std::thread first(produce, 0), second(produce, 1);
  first.join();
  second.join();
  consumer.join();
  assert(queue.empty() && stack.empty());
}
