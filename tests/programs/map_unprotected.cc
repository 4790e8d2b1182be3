// Two threads insert into a std::map without a lock. The nodes are linked inside libstdc++.so.
// Bug: the tree loses a node, or worse.
#include <cstdlib>
#include <map>
#include <thread>

std::map<int, int> ages;

int main() {
  ages.emplace(5, 50);
  std::thread other([] { ages.emplace(7, 70); });
  ages.emplace(9, 90);
  other.join();
  int found = 0;
  for (const int key : {5, 7, 9}) found += ages.find(key) != ages.end();
  if (found != 3) std::abort();
}
