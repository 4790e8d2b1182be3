// Memory that a program shares with others, made before its first thread: executions that begin there would
// not get it back as it was, so they begin at the start.
//
// run: => nothing
// options: --executions 200 --snapshot first-thread
// never: in processes of their own
#include <sys/mman.h>
#include <cassert>
#include <thread>

int main() {
  void* memory = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 1;
  int* const number = static_cast<int*>(memory);
  std::thread other([number] { ++*number; });
  other.join();
  assert(*number == 1);
}
