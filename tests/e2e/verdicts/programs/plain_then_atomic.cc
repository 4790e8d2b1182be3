// One access of the two is atomic, the other one is not, and the plain one comes first in most executions:
// a data race all the same. `update` also loses the addition. `publish` increments a count that another
// thread has initialised without releasing it; with `release` it does, and that is correct.
//
// run: update => assertion, data-race
// run: after => data-race
// run: publish => data-race
// run: release => nothing
// run: half => data-race
// options: --executions 300
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>

long sum;
std::atomic<bool> added{false};

void update() {
  std::thread other([] { __atomic_fetch_add(&sum, 1, __ATOMIC_RELAXED); });
  sum = sum + 5;
  other.join();
  if (sum != 6) std::abort();
}

void add_after() {
  std::thread other([] {
    ++sum;
    added.store(true, std::memory_order_relaxed);
  });
  while (!added.load(std::memory_order_relaxed)) std::this_thread::yield();
  __atomic_fetch_add(&sum, 1, __ATOMIC_RELAXED);
  other.join();
}

struct Node {
  std::atomic<int> count{7};
};
std::atomic<Node*> head{nullptr};

void publish(std::memory_order order) {
  std::thread other([order] { head.store(new Node, order); });
  Node* node;
  while ((node = head.load(std::memory_order_acquire)) == nullptr) std::this_thread::yield();
  node->count.fetch_add(1, std::memory_order_relaxed);
  other.join();
}

// The plain access touches the second half of what the atomic one touches.
void touch_half() {
  std::thread other([] { reinterpret_cast<int*>(&sum)[1] = 1; });
  __atomic_fetch_add(&sum, 1, __ATOMIC_RELAXED);
  other.join();
}

int main(int, char** arguments) {
  const char* const what = arguments[1];
  if (std::strcmp(what, "update") == 0) update();
  if (std::strcmp(what, "after") == 0) add_after();
  if (std::strcmp(what, "publish") == 0) publish(std::memory_order_relaxed);
  if (std::strcmp(what, "release") == 0) publish(std::memory_order_release);
  if (std::strcmp(what, "half") == 0) touch_half();
}
