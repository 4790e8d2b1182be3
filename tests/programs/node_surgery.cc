// Trees and lists whose nodes are linked under Heddle by other code than libstdc++'s: they must stay what
// they were. Long random sequences, checked against sorted vectors and by libstdc++'s own __rb_verify; two
// threads with a container each.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <set>
#include <thread>
#include <vector>

void require(bool condition, const char* what) {
  if (condition) return;
  std::printf("FAILED: %s\n", what);
  std::exit(1);
}

struct Set : std::set<int> {
  using Tree = std::_Rb_tree<int, int, std::_Identity<int>, std::less<int>>;
  // The tree is the only member of a set.
  bool is_valid() const { return reinterpret_cast<const Tree*>(this)->__rb_verify(); }
};

void work_on_tree(unsigned seed) {
  Set tree;
  std::vector<int> model;
  for (int i = 0; i < 400; ++i) {
    seed = seed * 1103515245u + 12345u;
    const int value = static_cast<int>(seed >> 16) % 64;
    const auto place = std::lower_bound(model.begin(), model.end(), value);
    const bool known = place != model.end() && *place == value;
    if (i % 3 == 2 || i > 330) {
      require(tree.erase(value) == (known ? 1u : 0u), "erase finds what is there");
      if (known) model.erase(place);
    } else {
      require(tree.insert(value).second != known, "insert takes what is new");
      if (!known) model.insert(place, value);
    }
    require(tree.is_valid(), "the tree is balanced");
    if (i % 16 == 0) {
      require(std::equal(tree.begin(), tree.end(), model.begin(), model.end()), "forwards");
      require(std::equal(tree.rbegin(), tree.rend(), model.rbegin(), model.rend()), "backwards");
    }
  }
  while (!tree.empty()) {
    tree.erase(tree.begin());
    require(tree.is_valid(), "the tree is balanced to the end");
  }
}

void work_on_lists() {
  std::list<int> one, other, empty;
  for (int i = 0; i < 6; ++i) one.push_back(i);
  for (int i = 10; i < 13; ++i) other.push_front(i);
  one.splice(std::next(one.begin(), 2), other, other.begin(), std::next(other.begin(), 2));
  require(one == std::list<int>{0, 1, 12, 11, 2, 3, 4, 5} && other == std::list<int>{10}, "splice");
  one.reverse();
  require(one == std::list<int>{5, 4, 3, 2, 11, 12, 1, 0}, "reverse");
  one.swap(other);
  require(one == std::list<int>{10} && other.size() == 8 && *other.rbegin() == 0, "swap");
  one.swap(empty);
  require(one.empty() && empty == std::list<int>{10}, "swap with an empty one");
  one.swap(empty);
  other.sort();
  require(std::is_sorted(other.begin(), other.end()) && other.size() == 8, "sort");
  other.merge(one);
  other.remove(10);
  other.erase(other.begin());
  require(other == std::list<int>{1, 2, 3, 4, 5, 11, 12}, "merge, remove and erase");
}

int main() {
  std::thread first(work_on_tree, 1);
  std::thread second(work_on_tree, 2);
  work_on_lists();
  first.join();
  second.join();
  std::puts("ALL OK");
}
