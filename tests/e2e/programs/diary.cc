// Adds a letter to the file that its first argument names, so that others can see its executions come and go.
// With the second argument "fail" it fails after that, on every schedule.
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cstring>
#include <thread>

int main(int argc, char** argv) {
  std::atomic<int> counter{0};
  std::thread other([&] { ++counter; });
  ++counter;
  other.join();
  const int file = open(argc > 1 ? argv[1] : "diary", O_WRONLY | O_CREAT | O_APPEND, 0666);
  assert(write(file, "x", 1) == 1);
  assert(argc < 3 || std::strcmp(argv[2], "fail") != 0);
}
