// A singly linked list to which two threads add three elements each.
// Bug: only making a node has a lock. add_last() walks to the end and links the node without one.
// Fails when both threads find the same end: one of the two nodes is lost.
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

struct Node {
  int value = 0;
  Node* next = nullptr;
};

class List {
 public:
  ~List() {
    while (head_ != nullptr) {
      Node* const node = head_;
      head_ = node->next;
      delete node;
    }
  }

  void add_last(int value) {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (kFixed) lock.lock();
    Node* const node = make_node(value);
    if (head_ == nullptr) {
      head_ = node;
      return;
    }
    Node* last = head_;
    while (last->next != nullptr) last = last->next;
    last->next = node;
  }

  int size() const {
    int size = 0;
    for (const Node* node = head_; node != nullptr; node = node->next) ++size;
    return size;
  }

 private:
  Node* make_node(int value) {
    std::lock_guard lock(mutex_);
    return new Node{value};
  }

  std::recursive_mutex mutex_;
  Node* head_ = nullptr;
};

List list;

void add_three() {
  for (int value = 0; value < 3; ++value) list.add_last(value);
}

int main() {
  std::thread first(add_three);
  std::thread second(add_three);
  first.join();
  second.join();
  assert(list.size() == 6);
}
