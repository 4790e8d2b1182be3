// SQLite 3.3.3, bug 1672: sqlite3UnixEnterMutex() and sqlite3UnixLeaveMutex(), a recursive mutex made of two
// mutexes and an owner.
// Bug: enter() waits for the main mutex while it holds the auxiliary one, which leave() needs.
// Deadlocks when both threads have seen that nobody is inside, one enters, and the other enters before the
// first has left.
#include <mutex>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

std::mutex main_mutex;
std::mutex auxiliary_mutex;  // guards the owner and the depth
std::thread::id owner;
int depth = 0;

bool in_mutex() {
  std::lock_guard lock(auxiliary_mutex);
  return depth > 0;
}

void enter() {
  std::unique_lock lock(auxiliary_mutex);
  if (depth == 0 || owner != std::this_thread::get_id()) {
    if (kFixed) lock.unlock();
    main_mutex.lock();
    if (kFixed) lock.lock();
    owner = std::this_thread::get_id();
  }
  ++depth;
}

void leave() {
  std::lock_guard lock(auxiliary_mutex);
  if (--depth == 0) main_mutex.unlock();
}

// A thread that finds the library in use comes back later, which is not shown here.
void use_library() {
  if (in_mutex()) return;
  enter();
  leave();
}

int main() {
  std::thread first(use_library);
  std::thread second(use_library);
  first.join();
  second.join();
}
