// A pipe is open at the snapshot. Executions would share it: Heddle says so and explores nothing.
//
// run: => status 3
// options: --executions 10 --snapshot at:test
// says: the program has opened a\s+pipe \(descriptor \d+\)
// carriers: contexts
#include <unistd.h>
#include <cassert>
#include <thread>

int ends[2];

__attribute__((noinline)) void test() {
  std::thread writer([] { assert(write(ends[1], "x", 1) == 1); });
  char byte = 0;
  assert(read(ends[0], &byte, 1) == 1);
  writer.join();
}

int main() {
  assert(pipe(ends) == 0);
  test();
}
