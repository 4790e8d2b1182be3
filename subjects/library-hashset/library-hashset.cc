// A set with eight chains, as java.util.HashSet is. Two threads add elements and remove them again.
// Bug: there is no lock.
// Fails when both threads change the same chain at the same time: a change is lost, and an element cannot
// be removed. The first thread uses that chain first, the second one last, so that they rarely meet.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

constexpr int kElements = 4;  // of each thread

struct Node {
  int element = 0;
  Node* next = nullptr;
};

class HashSet {
 public:
  void add(Node& node) {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (kFixed) lock.lock();
    Node*& head = chain(node.element);
    node.next = head;
    reload();
    head = &node;
    ++size_;
  }

  bool remove(int element) {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (kFixed) lock.lock();
    Node** place = &chain(element);
    for (; *place != nullptr; place = &(*place)->next) {
      if ((*place)->element != element) continue;
      *place = (*place)->next;
      --size_;
      return true;
    }
    return false;
  }

 private:
  static constexpr int kChains = 8;

  Node*& chain(int element) { return chains_[element % kChains]; }

  std::mutex mutex_;  // only the twin takes it
  std::array<Node*, kChains> chains_{};
  int size_ = 0;
};

using Nodes = std::array<Node, kElements>;

HashSet set;
Nodes nodes1, nodes2;

void make(Nodes& nodes, int first_element) {
  for (int i = 0; i < kElements; ++i) nodes[i] = {first_element + i};
}

void add_and_remove(Nodes& nodes) {
  for (Node& node : nodes) {
    set.add(node);
    assert(set.remove(node.element));
  }
}

int main() {
  make(nodes1, 11);
  make(nodes2, 4 - kElements);  // the last one is in the same chain as 11
  std::thread first([] { add_and_remove(nodes1); });
  std::thread second([] { add_and_remove(nodes2); });
  first.join();
  second.join();
}
