// The repaired twin of lock_free_stack: two threads push one node each on a lock-free stack.
// A compare-and-exchange stores the new head only if the old one is still there.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  Node* next = nullptr;
};

std::atomic<Node*> head{nullptr};

void push(Node& node) {
  Node* seen = head;
  do {
    node.next = seen;
  } while (!head.compare_exchange_weak(seen, &node));
}

int length() {
  int nodes = 0;
  for (const Node* node = head; node != nullptr; node = node->next) ++nodes;
  return nodes;
}

int main() {
  Node left, right;
  std::thread first([&left] { push(left); });
  std::thread second([&right] { push(right); });
  first.join();
  second.join();
  assert(length() == 2);
}
