// The repaired twin of map_unprotected: a lock around each insertion.
#include <cstdlib>
#include <map>
#include <mutex>
#include <thread>

std::map<int, int> ages;
std::mutex ages_mutex;

void add(int key) {
  const std::lock_guard lock(ages_mutex);
  ages.emplace(key, 10 * key);
}

int main() {
  ages.emplace(5, 50);
  std::thread other([] { add(7); });
  add(9);
  other.join();
  int found = 0;
  for (const int key : {5, 7, 9}) found += ages.find(key) != ages.end();
  if (found != 3) std::abort();
}
