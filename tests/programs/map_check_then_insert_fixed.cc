// The repaired twin of map_check_then_insert: two threads sign up under the same name in a std::map.
// One critical section looks the name up and inserts it if it is free.
#include <cassert>
#include <map>
#include <mutex>
#include <string>
#include <thread>

std::mutex members_lock;
std::map<std::string, int> members;

void sign_up(const std::string& name, int number) {
  std::lock_guard lock(members_lock);
  if (members.contains(name)) return;
  const bool inserted = members.emplace(name, number).second;
  assert(inserted);
}

int main() {
  std::thread first(sign_up, "ada", 1);
  std::thread second(sign_up, "ada", 2);
  first.join();
  second.join();
  assert(members.size() == 1);
}
