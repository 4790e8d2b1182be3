// Two threads count in memory that came from mmap, and an increment is lost. With `handed-on` each counts in
// memory of its own, unmaps it and maps some again, which often is what the other one had: correct.
//
// run: => assertion, data-race?
// run: handed-on => nothing
// options: --executions 500
#include <sys/mman.h>
#include <cstdlib>
#include <thread>

constexpr std::size_t kSize = 128 << 10;

int* map_counter() {
  return static_cast<int*>(mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

void count_twice(int* counter) {
  for (int i = 0; i < 2; ++i) *counter = *counter + 1;
}

void count_in_own_memory() {
  for (int i = 0; i < 2; ++i) {
    int* const counter = map_counter();
    count_twice(counter);
    if (*counter != 2) std::abort();
    munmap(counter, kSize);
  }
}

int main(int count, char**) {
  if (count > 1) {
    std::thread first(count_in_own_memory), second(count_in_own_memory);
    first.join();
    second.join();
    return 0;
  }
  int* const counter = map_counter();
  std::thread first(count_twice, counter), second(count_twice, counter);
  first.join();
  second.join();
  if (*counter != 4) std::abort();
}
