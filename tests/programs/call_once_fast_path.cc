// Two threads use a table that is loaded once; a flag spares them std::call_once when it is loaded already.
// Bug: the loader sets the flag before it has filled the table.
// Fails when the second thread looks at the flag while the first is between the two stores.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::once_flag load_once;
std::atomic<bool> loaded{false};
std::atomic<int> table{0};

void load() {
  loaded = true;
  table = 42;
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
