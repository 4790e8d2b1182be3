// Two threads append to a std::list without a lock. The nodes are linked inside libstdc++.so.
// Bug: one of them is linked out again, and a walk through the list comes to a different number than its
// size.
#include <cassert>
#include <list>
#include <thread>

std::list<int> guests;

int main() {
  std::thread other([] { guests.push_back(1); });
  guests.push_back(2);
  other.join();
  int seen = 0;
  for (auto guest = guests.begin(); guest != guests.end(); ++guest) ++seen;
  assert(seen == 2);
}
