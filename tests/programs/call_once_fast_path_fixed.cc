// The repaired twin of call_once_fast_path: two threads use a table that is loaded once.
// The flag is set when the table is complete; until then both threads go through std::call_once.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::once_flag load_once;
std::atomic<bool> loaded{false};
int table = 0;

void load() {
  table = 42;
  loaded = true;
}

void look_up() {
  if (!loaded) std::call_once(load_once, load);
  assert(table == 42);
}

int main() {
  std::thread first(look_up);
  std::thread second(look_up);
  first.join();
  second.join();
}
