// Two threads insert into a std::map without a lock. What decides happens inside the C++ library, in
// functions that are not inlined: the summary names the program's own lines for it.
//
// run: => assertion
// says: enough:\s+\S*essence_in_library.cc:\d+\s+before\s+\S*essence_in_library.cc:\d+
// never: /usr/include
// options: --executions 300 --races ignore
#include <cassert>
#include <map>
#include <thread>

std::map<int, int> entries;

void add(int key) {
  entries.emplace(key, 0);
}

int main() {
  std::thread first(add, 1), second(add, 2);
  first.join();
  second.join();
  assert(entries.size() == 2 && entries.contains(1) && entries.contains(2));
}
