// A doubly linked list, as java.util.LinkedList is: one thread adds at its end, another one removes from its
// beginning.
// Bug: there is no lock.
// Fails when the only element that is left is removed while the other thread links a new one to it: the new
// one cannot be reached from the beginning.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

struct Node {
  Node* previous = nullptr;
  Node* next = nullptr;
};

class LinkedList {
 public:
  void add_last(Node& node) {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (kFixed) lock.lock();
    Node* const last = last_;
    node.previous = last;
    last_ = &node;
    if (last == nullptr) {
      first_ = &node;
    } else {
      last->next = &node;
    }
    ++size_;
  }

  bool remove_first() {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (kFixed) lock.lock();
    Node* const first = first_;
    if (first == nullptr) return false;
    Node* const next = first->next;
    first_ = next;
    if (next == nullptr) {
      last_ = nullptr;
    } else {
      next->previous = nullptr;
    }
    --size_;
    return true;
  }

 private:
  std::mutex mutex_;  // only the twin takes it
  Node* first_ = nullptr;
  Node* last_ = nullptr;
  int size_ = 0;
};

constexpr int kBefore = 4;

LinkedList list;
std::array<Node, kBefore + 1> nodes;

int main() {
  for (int i = 0; i < kBefore; ++i) list.add_last(nodes[i]);
  std::thread adder([] { list.add_last(nodes[kBefore]); });
  std::thread remover([] {
    for (int i = 0; i < kBefore; ++i) list.remove_first();
  });
  adder.join();
  remover.join();
  assert(list.remove_first());
}
