// Two threads push one node each on a lock-free stack; main counts the nodes.
// Bug: push() stores the new head without checking that the old one is still there.
// Fails when both threads load the head before either of them stores: one node is lost.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  Node* next = nullptr;
};

std::atomic<Node*> head{nullptr};

void push(Node& node) {
  node.next = head.load();
  head.store(&node);
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
