// The repaired twin of list_unprotected: a lock around each push_back.
#include <cassert>
#include <list>
#include <mutex>
#include <thread>

std::list<int> guests;
std::mutex guests_mutex;

void add(int guest) {
  const std::lock_guard lock(guests_mutex);
  guests.push_back(guest);
}

int main() {
  std::thread other([] { add(1); });
  add(2);
  other.join();
  int seen = 0;
  for (auto guest = guests.begin(); guest != guests.end(); ++guest) ++seen;
  assert(seen == 2);
}
