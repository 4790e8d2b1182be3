// moodycamel::ConcurrentQueue and its blocking sister: single items, bulks, tokens.
#include <concurrentqueue/blockingconcurrentqueue.h>
#include <concurrentqueue/concurrentqueue.h>

#include <cassert>
#include <thread>

#include "scenarios.h"

namespace {

void items() {
  moodycamel::ConcurrentQueue<int> queue;
  const auto produce = [&](int first) {
    for (int i = 0; i < 3; ++i) queue.enqueue(first + i);
  };
  std::thread one(produce, 1), two(produce, 4);
  int sum = 0;
  for (int taken = 0, item = 0; taken < 6;) {
    if (queue.try_dequeue(item)) {
      sum += item;
      ++taken;
    } else {
      std::this_thread::yield();
    }
  }
  one.join();
  two.join();
  assert(sum == 21);
}

void bulks_and_tokens() {
  moodycamel::ConcurrentQueue<int> queue;
  std::thread producer([&] {
    moodycamel::ProducerToken token(queue);
    const int numbers[] = {1, 2, 3, 4};
    queue.enqueue_bulk(token, numbers, 4);
  });
  moodycamel::ConsumerToken token(queue);
  int sum = 0, taken = 0, last = 0;
  while (taken < 4) {
    int found[3];
    const std::size_t count = queue.try_dequeue_bulk(token, found, 3);
    for (std::size_t i = 0; i < count; ++i) {
      assert(found[i] > last);
      last = found[i];
      sum += found[i];
    }
    taken += static_cast<int>(count);
    if (count == 0) std::this_thread::yield();
  }
  producer.join();
  assert(sum == 10);
}

void blocking() {
  moodycamel::BlockingConcurrentQueue<int> queue;
  std::thread producer([&] {
    for (int i = 1; i <= 3; ++i) queue.enqueue(i);
  });
  int sum = 0;
  for (int taken = 0; taken < 3; ++taken) {
    int item = 0;
    queue.wait_dequeue(item);
    sum += item;
  }
  producer.join();
  assert(sum == 6);
}

constexpr Scenario kScenarios[] = {
    {"items", items}, {"bulks_and_tokens", bulks_and_tokens}, {"blocking", blocking}};

}  // namespace

int main(int count, char** arguments) {
  return run_scenario(kScenarios, count, arguments);
}
