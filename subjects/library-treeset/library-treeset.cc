// A sorted set in a tree, as java.util.TreeSet is: one thread adds an element while another one goes through
// the set.
// Bug: there is no lock.
// Fails when the element is added while the iteration is under way: the iterator notices it and throws.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

struct Node {
  int element = 0;
  Node* left = nullptr;
  Node* right = nullptr;
};

class TreeSet {
 public:
  void add(Node& node) {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (kFixed) lock.lock();
    Node** place = &root_;
    while (*place != nullptr) {
      place = node.element < (*place)->element ? &(*place)->left : &(*place)->right;
    }
    *place = &node;
    ++modifications_;
  }

  int sum() {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (kFixed) lock.lock();
    const int expected_modifications = modifications_;
    return sum_below(root_, expected_modifications);
  }

 private:
  [[gnu::noinline]] int sum_below(const Node* node, int expected_modifications) const {
    if (node == nullptr) return 0;
    const int left = sum_below(node->left, expected_modifications);
    reload();
    assert(modifications_ == expected_modifications);
    return left + node->element + sum_below(node->right, expected_modifications);
  }

  std::mutex mutex_;  // only the twin takes it
  Node* root_ = nullptr;
  int modifications_ = 0;
};

TreeSet set;
std::array<Node, 4> nodes{{{4}, {2}, {6}, {7}}};

int main() {
  for (int i = 0; i < 3; ++i) set.add(nodes[i]);
  std::thread iterator([] { set.sum(); });
  std::thread adder([] { set.add(nodes[3]); });
  iterator.join();
  adder.join();
}
