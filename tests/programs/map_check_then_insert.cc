// Two threads sign up under the same name in a std::map that a lock guards; a name may be given once.
// Bug: looking the name up and inserting it are two critical sections.
// Fails when both threads find the name free before either of them inserts it.
#include <cassert>
#include <map>
#include <mutex>
#include <string>
#include <thread>

std::mutex members_lock;
std::map<std::string, int> members;

bool is_free(const std::string& name) {
  std::lock_guard lock(members_lock);
  return !members.contains(name);
}

void insert(const std::string& name, int number) {
  std::lock_guard lock(members_lock);
  const bool inserted = members.emplace(name, number).second;
  assert(inserted);
}

void sign_up(const std::string& name, int number) {
  if (is_free(name)) insert(name, number);
}

int main() {
  std::thread first(sign_up, "ada", 1);
  std::thread second(sign_up, "ada", 2);
  first.join();
  second.join();
}
